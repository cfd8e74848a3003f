import { demoSignIns, type DemoSignIn } from '../demoSignIns'
import { cellPortStep, type StackSettings } from '../settings'
import { cellsAt, nameOf, type Cell } from './cell'

/** One of the stacks that `npm run dev` starts. `cell` is null for a bank that is one stack. */
export type LocalCell = {
  settings: StackSettings
  cell: Cell | null
  signIns: readonly DemoSignIn[]
  adaptSeed: (script: string) => string
}

export function localCells(settings: StackSettings): LocalCell[] {
  if (settings.cells === 1) return [{ settings, cell: null, signIns: demoSignIns, adaptSeed: (script) => script }]
  const each = Array.from({ length: settings.cells }, (_, index) => settingsOfCell(settings, index))
  const cells = cellsAt(each.map(({ apiPort }) => `http://127.0.0.1:${apiPort}`))
  return each.map((own, index) => ({
    settings: own,
    cell: cells[index] ?? null,
    signIns: demoSignIns.map((signIn) => ({
      ...signIn,
      email: inCell(signIn.email, index),
      pin: inCell(signIn.pin, index),
    })),
    adaptSeed: (script) => inCell(script, index),
  }))
}

/** The variable VITE_CELLS: the names of the cells and their web addresses. Empty for a bank that is one stack. */
export function webCells(cells: LocalCell[]): string {
  return cells.flatMap(({ cell, settings }) => (cell ? [`${cell.name}=${webUrlOf(settings)}`] : [])).join(',')
}

export const webUrlOf = ({ webPort }: StackSettings) => `http://localhost:${webPort}`

function settingsOfCell(settings: StackSettings, index: number): StackSettings {
  const shift = index * cellPortStep
  return {
    ...settings,
    webPort: settings.webPort + shift,
    apiPort: settings.apiPort + shift,
    databasePort: settings.databasePort + shift,
    mailPort: settings.mailPort + shift,
    smtpPort: settings.smtpPort + shift,
    dataDir: `${settings.dataDir}-${nameOf(index).toLowerCase()}`,
  }
}

const pins = new RegExp(demoSignIns.map(({ pin }) => pin).join('|'), 'g')
const names = /'(Customer|Payee|Pending|Admin|Super|Second) [A-Z]\w+'/g

/** The seed, an email address or a PIN with the people of a cell: nobody has an account in two. */
function inCell(text: string, index: number): string {
  if (index === 0) return text
  return text
    .replaceAll('@fernbank.example', `@${nameOf(index).toLowerCase()}.fernbank.example`)
    .replaceAll(names, `'$1 ${nameOf(index)}'`)
    .replaceAll(pins, (pin) => otherPin(pin, index))
}

/** Another PIN for each cell, so that the PIN of one is wrong in the others. */
function otherPin(pin: string, index: number): string {
  return Array.from(pin, (digit, place) =>
    place === 0 ? 1 + ((Number(digit) - 1 + 2 * index) % 9) : (Number(digit) + 2 * index) % 10,
  ).join('')
}
