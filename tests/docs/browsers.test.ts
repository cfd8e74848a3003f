import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const versionsIn = (text: string) => ({
  chrome: /chrome(?: or Edge)?[ >=]*(\d+)/i.exec(text)?.[1],
  firefox: /firefox[ >=]*(\d+)/i.exec(text)?.[1],
  safari: /safari[ >=]*([\d.]+\d)/i.exec(text)?.[1],
})

test('the build, the packages, the README and the notice name the same least versions of browsers', () => {
  const built = versionsIn(/target: \[(.*)\]/.exec(read('vite.config.ts'))?.[1] ?? '')
  expect(built).toEqual({ chrome: '111', firefox: '128', safari: '16.4' })
  const { browserslist } = JSON.parse(read('package.json')) as { browserslist: string[] }
  expect(versionsIn(browserslist.join(' '))).toEqual(built)
  expect(versionsIn(/The app needs (.*)\./.exec(read('README.md'))?.[0] ?? '')).toEqual(built)
  expect(versionsIn(/Your browser is too old.*/.exec(read('public/oldBrowser.js'))?.[0] ?? '')).toEqual(built)
})
