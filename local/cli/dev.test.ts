import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { isAlive } from '../postgres/cluster'
import { freePort, isPortFree } from '../postgres/ports'
import { keys, projectRoot } from '../settings'

type Program = {
  child: ChildProcess
  output: () => string
  errors: () => string
  ended: Promise<number | null>
  isOver: () => boolean
}

let environment: Record<string, string>
let folder: string
let ports: number[]
const running: Program[] = []

/** Free ports and a folder for the programs that the next tests start. */
async function chooseFolderAndPorts(): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'fernbank-dev-'))
  // Started by root, Postgres runs as another user, who must reach the folder.
  chmodSync(folder, 0o711)
  const [web, api, database, mail] = [await freePort(), await freePort(), await freePort(), await mailPort()]
  ports = [web, api, database, mail, mail + 1]
  environment = {
    WEB_PORT: String(web),
    STACK_API_PORT: String(api),
    STACK_DB_PORT: String(database),
    STACK_MAIL_PORT: String(mail),
    STACK_DATA_DIR: path.join(folder, 'data'),
    // Overrides an .env of this checkout.
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
  }
}

async function stopAndRemove(): Promise<void> {
  for (const program of running.splice(0)) {
    signalGroup(program, 'SIGINT')
    await program.ended
  }
  rmSync(folder, { recursive: true, force: true })
}

/** SMTP uses the port after it, so both must be free. */
async function mailPort(): Promise<number> {
  const port = await freePort()
  return (await isPortFree(port + 1)) ? port : mailPort()
}

function run(command: string, extra: Record<string, string> = {}, ...options: string[]): Program {
  return start([process.execPath, '--import', 'tsx', path.join('local', 'cli', `${command}.ts`), ...options], extra)
}

/** Starts npm, a shell and the program. */
function runByNpm(script: string): Program {
  return start(['npm', 'run', script], {})
}

function start([file = '', ...options]: string[], extra: Record<string, string>): Program {
  const child = spawn(file, options, {
    cwd: projectRoot,
    env: { ...process.env, ...environment, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group, as a terminal starts it.
    detached: true,
  })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.errors += chunk.toString('utf8')
  })
  let isOver = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (exitCode) => {
      isOver = true
      resolve(exitCode)
    })
  })
  const program = { child, output: () => texts.output, errors: () => texts.errors, ended, isOver: () => isOver }
  running.push(program)
  return program
}

async function untilReady(program: Program): Promise<void> {
  const isReady = () => expect(program.output() + program.errors()).toMatch(/ready after \d+\.\d s[\s\S]*Ctrl-C stops/)
  await vi.waitFor(isReady, { timeout: 40_000, interval: 100 })
}

/** What a terminal does when its window is closed: it signals the process group, and takes no more output. */
function closeTerminal(program: Program): void {
  program.child.stdout?.destroy()
  program.child.stderr?.destroy()
  signalGroup(program, 'SIGHUP')
}

function signalGroup({ child, isOver }: Program, signal: NodeJS.Signals): void {
  if (child.pid !== undefined && !isOver()) process.kill(-child.pid, signal)
}

/** All processes that this one started, directly or not: npm, the stack, Postgres, an edge function and the guard. */
async function descendantsOf({ child }: Program): Promise<number[]> {
  await fetch(`http://127.0.0.1:${environment.STACK_API_PORT}/functions/v1/ai-chat`, { method: 'OPTIONS' })
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const rows = table.map((line) => line.trim().split(/\s+/).map(Number))
  const found = [child.pid ?? 0]
  for (const ancestor of found) found.push(...rows.filter(([, parent]) => parent === ancestor).map(([pid]) => pid ?? 0))
  return found.slice(1)
}

async function expectNothingLeft(pids: number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { timeout: 20_000 }).toEqual([])
  expect(await openPorts()).toEqual([])
}

async function openPorts(): Promise<number[]> {
  const free = await Promise.all(ports.map(isPortFree))
  return ports.filter((_port, index) => !free[index])
}

describe('a running bank', () => {
  let dev: Program
  beforeAll(async () => {
    await chooseFolderAndPorts()
    dev = runByNpm('dev')
    await untilReady(dev)
  })
  afterAll(stopAndRemove)

  test('prints its addresses and sign-ins, and serves the web app', async () => {
    const { WEB_PORT, STACK_API_PORT, STACK_MAIL_PORT } = environment
    for (const text of [
      `http://localhost:${WEB_PORT}`,
      `http://127.0.0.1:${STACK_API_PORT}`,
      `http://127.0.0.1:${STACK_MAIL_PORT}`,
    ])
      expect(dev.output()).toContain(text)
    const users = { customer: '24680', payee: '13579', pending: '55221', admin: '73310', super: '91827' }
    for (const [name, pin] of Object.entries(users))
      expect(dev.output()).toMatch(new RegExp(`${pin} +${name}@fernbank\\.example`))
    const page = await fetch(`http://127.0.0.1:${WEB_PORT}/pay-transfer`)
    expect(await page.text()).toContain('<div id="root">')
    const source = await (await fetch(`http://127.0.0.1:${WEB_PORT}/src/lib/env.ts`)).text()
    expect(source).toContain(`http://127.0.0.1:${STACK_API_PORT}`)
    expect(await signInAsCustomer()).toBe(200)
  })

  test('tells its variables', async () => {
    const { STACK_API_PORT, STACK_DB_PORT, STACK_MAIL_PORT } = environment
    const status = run('status')
    expect(await status.ended).toBe(0)
    expect(status.output()).toBe(
      [
        `API_URL=http://127.0.0.1:${STACK_API_PORT}`,
        `DB_URL=postgres://postgres:postgres@127.0.0.1:${STACK_DB_PORT}/postgres`,
        `PUBLISHABLE_KEY=${keys.publishable}`,
        `SECRET_KEY=${keys.secret}`,
        `JWT_SECRET=${keys.jwtSecret}`,
        `MAILBOX_URL=http://127.0.0.1:${STACK_MAIL_PORT}`,
        '',
      ].join('\n'),
    )
  })

  test('is not started twice, and not deleted', async () => {
    const second = run('dev')
    expect(await second.ended).toBe(1)
    expect(second.errors()).toContain('runs already (pid ')
    const reset = run('reset')
    expect(await reset.ended).toBe(1)
    expect(reset.errors()).toContain('is in use')
  })

  test('another bank pays a customer, and asks for the payment back', async () => {
    const sql = postgres(`postgres://postgres:postgres@127.0.0.1:${environment.STACK_DB_PORT}/postgres`, { max: 1 })
    const readAccount = async () =>
      (
        await sql<{ number: string; holder: string; balance: number }[]>`
        select a.account_number as number, a.account_holder_name as holder, a.balance::float from public.accounts a
        join auth.users u on u.id = a.user_id where u.email = 'payee@fernbank.example'`
      )[0]
    const before = await readAccount()
    const pay = run('bank', {}, 'pay', before?.number ?? '', '25.00', 'Salary')
    expect([await pay.ended, pay.errors()]).toEqual([0, ''])
    expect(pay.output()).toContain(`£25.00 to ${before?.holder}: accepted`)
    expect((await readAccount())?.balance).toBe((before?.balance ?? 0) + 25)

    const id = /Payment (\S+)/.exec(pay.output())?.[1] ?? ''
    const recall = run('bank', {}, 'recall', id)
    expect([await recall.ended, recall.output().trim()]).toEqual([0, 'Recall: the customer is asked'])
    const unknown = run('bank', {}, 'pay', '00000000', '1')
    expect(await unknown.ended).toBe(1)
    expect(unknown.errors()).toContain('No account has the number 00000000')
    const wrong = run('bank', {}, 'pay', before?.number ?? '')
    expect(await wrong.ended).toBe(1)
    expect(wrong.errors()).toContain('npm run bank -- pay <account number> <amount> [reference]')
    expect((await readAccount())?.balance).toBe((before?.balance ?? 0) + 25)
    await sql.end()
  })

  test('keeps the data between starts, and leaves no process however it ends', { timeout: 90_000 }, async () => {
    let processes = await descendantsOf(dev)
    closeTerminal(dev)
    await dev.ended
    await expectNothingLeft(processes)

    const stack = run('stack')
    await untilReady(stack)
    processes = await descendantsOf(stack)
    stack.child.kill('SIGKILL')
    await stack.ended
    await expectNothingLeft(processes)

    const again = runByNpm('stack')
    await untilReady(again)
    expect(again.output()).not.toContain('applied')
    expect(await signInAsCustomer()).toBe(200)
    processes = await descendantsOf(again)
    again.child.kill('SIGTERM')
    await again.ended
    await expectNothingLeft(processes)

    const later = run('status')
    expect(await later.ended).toBe(1)
    expect(later.output()).toBe('')
    expect(later.errors()).toContain('No stack runs on the data')
    const removed = run('reset')
    expect(await removed.ended).toBe(0)
    expect(existsSync(environment.STACK_DATA_DIR ?? '')).toBe(false)
  })
})

describe('a command that ends by itself', () => {
  beforeEach(chooseFolderAndPorts)
  afterEach(stopAndRemove)

  test('names a taken port, the process that uses it and the variable', async () => {
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer()
      server.listen(Number(environment.STACK_DB_PORT), '127.0.0.1', () => resolve(server))
    })
    const dev = run('dev')
    expect(await dev.ended).toBe(1)
    taken.close()
    expect(dev.errors()).toMatch(
      new RegExp(`Port ${environment.STACK_DB_PORT} is taken by .*\\(pid ${process.pid}\\).*STACK_DB_PORT`),
    )
    expect(existsSync(environment.STACK_DATA_DIR ?? '')).toBe(false)
  })

  test('refuses to start with invalid variables and lists all of them', async () => {
    const dev = run('dev', { WEB_PORT: 'web', STACK_API_PORT: '0', VITE_SUPABASE_URL: 'https://abc.supabase.co' })
    expect(await dev.ended).toBe(1)
    expect(dev.errors()).toContain("WEB_PORT must be a port number from 1 to 65535, not 'web'")
    expect(dev.errors()).toContain("STACK_API_PORT must be a port number from 1 to 65535, not '0'")
    expect(dev.errors()).toContain('VITE_SUPABASE_PUBLISHABLE_KEY is missing')
  })

  test('starts only the web app when the variables name a project', async () => {
    const dev = run('dev', {
      VITE_SUPABASE_URL: 'https://abc.supabase.co',
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
    })
    await expect.poll(() => dev.output() + dev.errors(), { timeout: 30_000 }).toMatch(/web app is ready/)
    expect(await openPorts()).toEqual([Number(environment.WEB_PORT)])
    const source = await (await fetch(`http://127.0.0.1:${environment.WEB_PORT}/src/lib/env.ts`)).text()
    expect(source).toContain('https://abc.supabase.co')
    dev.child.kill('SIGINT')
    expect(await dev.ended).toBe(0)
    expect(existsSync(environment.STACK_DATA_DIR ?? '')).toBe(false)
  })

  test('the commands say what is wrong in words, and change nothing', async () => {
    const card = run('card', {})
    expect(await card.ended).toBe(1)
    expect(card.errors()).toContain('The last four digits are on the card in the app, under Cards.')
    const wrong = run('card', {}, '1234', 'Corner Shop', '12,50', '--country', 'gb', '--charged', '12.50')
    expect(await wrong.ended).toBe(1)
    expect(wrong.errors()).toContain('12,50 is not an amount. Write pounds and pence, such as 25.00.')
    expect(wrong.errors()).toContain('--country gb: a country is two capital letters, such as GB.')
    expect(wrong.errors()).toContain('--charged 12.50: write the currency and the amount, such as EUR12.50.')
    const migration = run('migration', {}, 'Nicknames')
    expect(await migration.ended).toBe(1)
    expect(migration.errors()).toContain('Name the change in lower case, with underscores')
    const hosted = 'postgresql://postgres.zyxwvutsrqponmlkjihg:secret@aws-0-eu-west-2.pooler.supabase.com:5432/postgres'
    const check = run('hostedCheck', {}, hosted)
    expect(await check.ended).toBe(1)
    expect(check.errors()).toContain('The certificate file is missing. Download it')
  })

  test('export asks before it overwrites a file, and takes the end of the input as a no', async () => {
    const file = path.join(folder, 'backup.tgz')
    writeFileSync(file, 'an earlier backup')
    const exported = run('export', {}, file)
    expect(await exported.ended).toBe(1)
    expect(exported.output()).toContain('backup.tgz exists. Overwrite it? (y/N)')
    expect(readFileSync(file, 'utf8')).toBe('an earlier backup')
  })

  test('reset refuses a folder with other files', async () => {
    writeFileSync(path.join(folder, 'notes.txt'), 'some notes')
    const reset = run('reset', { STACK_DATA_DIR: folder })
    expect(await reset.ended).toBe(1)
    expect(reset.errors()).toContain('notes.txt')
    expect(existsSync(path.join(folder, 'notes.txt'))).toBe(true)
  })
})

const addressSchema = z.array(z.object({ user_email: z.string() })).length(1)

async function signInAsCustomer(): Promise<number> {
  const api = `http://127.0.0.1:${environment.STACK_API_PORT}`
  const headers = { apikey: keys.publishable, 'content-type': 'application/json' }
  const post = (address: string, body: object) =>
    fetch(api + address, { method: 'POST', headers, body: JSON.stringify(body) })
  const found = addressSchema.parse(await (await post('/rest/v1/rpc/get_email_by_pin', { user_pin: '24680' })).json())
  const answer = await post('/auth/v1/token?grant_type=password', { email: found[0]?.user_email, password: '246800' })
  return answer.status
}
