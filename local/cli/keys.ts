import postgres from 'postgres'
import { connectionOptions } from '../hosted/connection'
import { addressProblems } from '../hosted/hostedDatabase'
import { changeKeys, keyNames, parseKeys, readKeys, restoreKeys, vaultKeys, writeKeys } from '../hosted/vaultKeys'
import { endProgress, messageOf, print, printProblems, printProgress } from './print'

// npm run keys -- save <file> <database url> <certificate file>: saves the keys of the Vault, for a restore.
// npm run keys -- restore <file> …: puts them into a database that was restored into a new project.
// npm run keys -- change <key or all> <new file> …: makes new keys after a leak. Prints no key.

const [command = '', ...given] = process.argv.slice(2)
const toChange = command === 'change' ? keyNames.filter((name) => given[0] === 'all' || name === given[0]) : []
const [file, address = '', certificateFile] = command === 'change' ? given.slice(1) : given

const problems = mistakes()
if (problems.length > 0) fail('Nothing was done:', problems)
else await run(file ?? '')

function mistakes(): string[] {
  if (!['save', 'restore', 'change'].includes(command) || file === undefined)
    return ['npm run keys -- save <file>, restore <file>, or change <key or all> <new file>, then the database.']
  if (command === 'change' && toChange.length === 0) return [`Name a key: all, ${keyNames.join(', ')}.`]
  return addressProblems(`npm run keys -- ${command} … ${file}`, address, certificateFile)
}

async function run(keyFile: string): Promise<void> {
  const sql = postgres(address, connectionOptions(address, certificateFile))
  try {
    if (command === 'save') {
      writeKeys(keyFile, await readKeys(sql))
      print(`  Saved ${keyNames.length} keys to ${keyFile}. Keep it with the recovery codes, apart from the backups.`)
    } else if (command === 'restore') {
      await restoreKeys(sql, parseKeys(keyFile))
      print('  The keys are in the Vault, and they read the PINs and the cards.')
    } else {
      await changeKeys(sql, toChange, keyFile, {
        onStep: async (done, table) => printProgress(`${table}: ${done}`),
      })
      endProgress()
      for (const name of toChange) print(`  Changed ${name}. What customers notice: ${vaultKeys[name]}`)
      print(`  Saved all keys to ${keyFile}. Keep the earlier file too: backups from before this change need it.`)
    }
  } catch (error) {
    endProgress()
    fail(`The keys were not ${command === 'change' ? 'changed' : `${command}d`}:`, [
      messageOf(error),
      ...(command === 'change'
        ? [
            'The old keys work until the end. The same command again, with the same file, goes on where this one stopped.',
            `If ${keyFile} exists, keep it beside the earlier file: a restore says which one fits.`,
          ]
        : []),
    ])
  } finally {
    // The library would wait without end for a connection that broke.
    await sql.end({ timeout: 1 })
  }
}

function fail(title: string, reasons: string[]): void {
  printProblems(title, reasons)
  process.exitCode = 1
}
