import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// After a release the file of a part may be gone. `lazyPart` offers to reload then, and `download` says so in a form. Any other
// file that imports a part needs a reason here.
const others: Record<string, string> = {
  'src/main.tsx': 'the page itself, which the browser has just downloaded',
  'src/app/start.tsx': 'the app works without it',
  'src/app/areas.ts': 'areaPart shows MissingPart instead of a screen',
  'src/components/ui/loadOverlays.ts': 'Dialog and Popover are parts of lazyPart',
}

test('each part that is downloaded later says when its file is gone', () => {
  const files = readdirSync('src', { encoding: 'utf8', recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `src/${name}`)
    .filter((file) => /\bimport\(/.test(readFileSync(file, 'utf8')))
  const silent = files.filter(
    (file) => !(file in others) && !/\b(lazyPart|download)\b[(<]/.test(readFileSync(file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(30)
  expect(silent).toEqual([])
  expect(Object.keys(others).filter((file) => !files.includes(file))).toEqual([])
})
