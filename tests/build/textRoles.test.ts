import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exceptions, findLooseText } from '../../build/textRoles'

test.each([
  ['className="text-sm text-muted"', ['text-sm']],
  ["cn('p-4 lg:text-[1.2rem]/6', isNew && 'font-semibold!')", ['text-[1.2rem]/6', 'font-semibold']],
  ['className={`flex leading-tight tracking-[0.3em] ${tone}`}', ['leading-tight', 'tracking-[0.3em]']],
  ['style={{ fontSize: 12, lineHeight: 1.2 }}', ['fontSize', 'lineHeight']],
  ['className="text-titel"', ['text-titel']],
  ['className="text-title max-lg:text-secondary text-left text-care *:text-strong!"', []],
])('in %s the sizes and weights beside the roles are %j', (source, loose) => {
  expect(findLooseText('src/screens/Some.tsx', source)).toEqual(loose)
})

test('an exception holds for its file alone', () => {
  for (const [file, name] of Object.entries(exceptions)) {
    const source = name === 'fontSize' ? `{ ${name}: 1 }` : `'${name}'`
    expect(findLooseText(file, source)).toEqual([])
    expect(findLooseText('src/screens/Some.tsx', source)).toEqual([name])
    expect(readFileSync(file, 'utf8')).toContain(name)
  }
})

test('no file of src sets sizes or weights beside the roles', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const found = files.map((file) => [file, findLooseText(`src/${file}`, readFileSync(`src/${file}`, 'utf8'))] as const)
  expect(found.filter(([, loose]) => loose.length > 0)).toEqual([])
})
