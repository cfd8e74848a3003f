import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot, readStackSettings } from '../settings'
import { bankCalled, cellsAt, prefixesOf, publicKeyOf } from './cell'
import { localCells, webCells } from './localCells'

const cellsFor = (count: number) => {
  const { settings } = readStackSettings({ STACK_CELLS: String(count) }, '/project')
  if (settings === null) throw new Error('there are no settings')
  return localCells(settings)
}

describe.each([2, 3, 4])('%i cells', (count) => {
  test('divide up the sort codes, and each knows the keys and the sort codes of the others', () => {
    const cells = cellsAt(Array.from({ length: count }, (_, index) => `http://cell-${index}`))
    const digits = cells.flatMap(({ sortCodes }) => prefixesOf(sortCodes))
    expect(digits).toEqual(['001', '002', '003', '004', '005', '006', '007', '008', '009'])
    expect(cells[0]?.sortCodes.from).toBe('00-10')
    expect(cells.at(-1)?.sortCodes.to).toBe('00-99')
    expect(new Set(cells.map(({ bank }) => bank.key.d)).size).toBe(count)
    for (const cell of cells) {
      expect(cell.others.map(({ cell: { bank } }) => bank.id)).toEqual(
        cells.map(({ bank }) => bank.id).filter((id) => id !== cell.bank.id),
      )
      expect(bankCalled(cell.bank.id)).toEqual(cell.bank)
      expect(publicKeyOf(cell)).not.toHaveProperty('d')
    }
  })

  test('share no person, PIN, port or folder', () => {
    const cells = cellsFor(count)
    const people = cells.flatMap(({ signIns }) => signIns.map(({ email, pin }) => ({ email, pin })))
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
    expect(new Set(people.map(({ pin }) => pin)).size).toBe(people.length)
    expect(people.filter(({ pin }) => !/^[1-9]\d{4}$/.test(pin))).toEqual([])
    const ports = cells.flatMap(({ settings: s }) => [s.webPort, s.apiPort, s.databasePort, s.mailPort, s.smtpPort])
    expect(new Set(ports).size).toBe(ports.length)
    expect(new Set(cells.map(({ settings }) => settings.dataDir)).size).toBe(count)
    const seeds = cells.map(({ adaptSeed }) =>
      adaptSeed(readFileSync(path.join(projectRoot, 'supabase/seed.sql'), 'utf8')),
    )
    for (const [index, { signIns }] of cells.entries())
      for (const { email, pin } of signIns) {
        expect(seeds[index]).toContain(`'${email}'`)
        expect(seeds[index]).toContain(`'${pin}'`)
      }
  })
})

test('a bank that is one stack is as before', () => {
  const [only] = cellsFor(1)
  expect(only).toMatchObject({ cell: null, settings: { dataDir: '/project/.local-stack' } })
  expect(only?.adaptSeed('customer@fernbank.example 24680')).toBe('customer@fernbank.example 24680')
  expect(webCells(cellsFor(1))).toBe('')
  expect(webCells(cellsFor(2))).toBe('Fernbank North=http://localhost:5173,Fernbank South=http://localhost:5183')
})
