import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brand } from '@/brand'
import { paths } from '@/lib/paths'

const read = (file: string) => readFileSync(path.resolve(file), 'utf8')

type Manifest = { name: string; icons: { src: string; sizes: string; purpose: string }[]; shortcuts: { url: string }[] }

describe('the manifest', () => {
  const manifest = JSON.parse(read('public/manifest.webmanifest')) as Manifest

  test('the manifest has the name of the bank, like the page', () => {
    expect(manifest.name).toBe(brand.name)
    expect(read('index.html')).toContain(`<title>${brand.name}</title>`)
  })

  test('the manifest has the required icons, and their files exist', () => {
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
      expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
    )
    for (const { src } of manifest.icons) expect(existsSync(`public${src}`)).toBe(true)
  })

  test('the manifest has shortcuts only to paths of the app', () => {
    const addresses: string[] = Object.values(paths)
    for (const { url } of manifest.shortcuts) expect(addresses).toContain(url)
  })

  test('index.html has no inline script or style', () => {
    const page = new DOMParser().parseFromString(read('index.html'), 'text/html')
    expect(Array.from(page.scripts, (script) => script.textContent).join('')).toBe('')
    expect(page.querySelectorAll('style, [style], [onclick]')).toHaveLength(0)
  })
})
