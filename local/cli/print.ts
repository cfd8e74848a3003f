import { styleText } from 'node:util'
import { demoSignIns } from '../demoSignIns'
import type { Stack } from '../stack'

export function print(text = ''): void {
  process.stdout.write(`${text}\n`)
}

/** What an error says, for printProblems. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function printProblems(title: string, problems: string[]): void {
  const list = problems.map((problem) => `  - ${problem.replaceAll('\n', '\n    ')}\n`).join('')
  process.stderr.write(`\n  ${styleText('red', title, { stream: process.stderr })}\n\n${list}\n`)
}

export function printWarnings(warnings: string[]): void {
  for (const warning of warnings) process.stderr.write(`  Warning: ${warning}\n`)
}

/** Shows the current step: on a terminal in one line that changes, elsewhere in a line for each step. */
export function printProgress(step: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K  ${step} …`)
  else print(`  ${step} …`)
}

export function endProgress(): void {
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
}

export function printAddresses(addresses: [name: string, address: string][]): void {
  for (const [name, address] of addresses) print(`    ${name.padEnd(9)} ${address}`)
}

/** The addresses and the people of a stack. */
export function printStack(stack: Stack): void {
  printAddresses([
    ['API', stack.apiUrl],
    ['Database', stack.databaseUrl],
    ['Mailbox', stack.mailboxUrl],
  ])
  print()
  printDemoSignIns()
}

function printDemoSignIns(): void {
  const width = Math.max(...demoSignIns.map(({ email }) => email.length))
  print('  Demo sign-ins')
  print()
  print(`    ${'PIN'.padEnd(5)}  ${'Email'.padEnd(width)}  User`)
  for (const { pin, email, description } of demoSignIns) print(`    ${pin}  ${email.padEnd(width)}  ${description}`)
}
