import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import net from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { forgetProcess, guardProcess } from '../postgres/guard'
import { freePort } from '../postgres/ports'

const bootTimeoutMs = 10_000
const stopGraceMs = 1500
const maximumHeapMegabytes = 256

export type WorkerOptions = {
  name: string
  deno: string
  /** The function's main file. */
  entrypoint: string
  /** Folders and files that the function may read. */
  readable: string[]
  /** Hosts that it may connect to, in addition to this machine. */
  hosts: string[]
  environment: Record<string, string>
  /** The folder of the socket, also HOME of the process. */
  runDir: string
  cacheDir: string
  log: (line: string) => void
}

export type Address = { socketPath: string } | { host: string; port: number }

/** A Deno process that serves one function until it is stopped or ends. */
export type Worker = {
  readonly address: Address
  readonly isAlive: boolean
  readonly ended: Promise<void>
  stop(): Promise<void>
}

let started = 0

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { name, log } = options
  started += 1
  const address = await chooseAddress(join(options.runDir, `${name}-${started}.sock`))
  const child = spawn(options.deno, denoArguments(options, address), {
    cwd: dirname(options.entrypoint),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: denoEnvironment(options, address),
  })
  const { pid } = child
  if (pid !== undefined) guardProcess(pid)

  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      if (pid !== undefined) forgetProcess(pid)
      if ('socketPath' in address) rmSync(address.socketPath, { force: true })
      resolve()
    }
    child.once('exit', finish)
    child.once('error', finish)
  })
  const output = collectOutput(child, (line) => log(`[${name}] ${line}`))
  const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null

  const worker: Worker = {
    address,
    ended,
    get isAlive() {
      return isAlive()
    },
    async stop() {
      if (!isAlive()) return
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), stopGraceMs)
      await ended
      clearTimeout(force)
    },
  }
  await waitUntilServing(worker, output)
  return worker
}

async function waitUntilServing(worker: Worker, output: () => string): Promise<void> {
  const deadline = Date.now() + bootTimeoutMs
  while (Date.now() < deadline) {
    if (!worker.isAlive) throw new Error(output().trim().slice(-1500) || 'ended while starting')
    if (await answers(worker.address)) return
    await pause(5)
  }
  await worker.stop()
  throw new Error(`did not call Deno.serve within ${bootTimeoutMs / 1000} s`)
}

function answers(address: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect('socketPath' in address ? { path: address.socketPath } : address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

// On Windows, Deno cannot serve on unix sockets.
async function chooseAddress(socketPath: string): Promise<Address> {
  return process.platform === 'win32' ? { host: '127.0.0.1', port: await freePort() } : { socketPath }
}

/** Deno denies everything else: other hosts, other files, writing, starting programs, native code. */
export function denoArguments(
  { entrypoint, readable, hosts }: Pick<WorkerOptions, 'entrypoint' | 'readable' | 'hosts'>,
  address: Address,
): string[] {
  const socket = 'socketPath' in address ? [address.socketPath] : []
  const network = [...hosts, '127.0.0.1', ...socket.map((path) => `unix:${path}`)]
  const ownConfig = join(dirname(entrypoint), 'deno.json')
  return [
    'run',
    '--no-prompt',
    '--quiet',
    '--no-lock',
    '--cached-only',
    '--node-modules-dir=manual',
    existsSync(ownConfig) ? `--config=${ownConfig}` : '--no-config',
    `--allow-net=${network.join(',')}`,
    `--allow-read=${[...readable, ...socket].join(',')}`,
    ...socket.map((path) => `--allow-write=${path}`),
    '--allow-env',
    '--allow-sys=hostname,osRelease,networkInterfaces',
    `--v8-flags=--max-old-space-size=${maximumHeapMegabytes}`,
    entrypoint,
  ]
}

/** Secrets are passed here, not as arguments, which every user of the machine can list. Only PATH is inherited. */
function denoEnvironment({ environment, runDir, cacheDir }: WorkerOptions, address: Address): Record<string, string> {
  return {
    ...environment,
    PATH: process.env.PATH ?? '',
    HOME: runDir,
    DENO_DIR: cacheDir,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    // Makes `Deno.serve(handler)` listen on this address.
    DENO_SERVE_ADDRESS: 'socketPath' in address ? `unix:${address.socketPath}` : `tcp:${address.host}:${address.port}`,
  }
}

function collectOutput(child: ChildProcess, log: (line: string) => void): () => string {
  let recent = ''
  const collect = (chunk: Buffer) => {
    const text = chunk.toString('utf8')
    recent = (recent + text).slice(-4000)
    for (const line of text.split('\n')) if (line.trim() !== '' && !line.startsWith('Listening on')) log(line)
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  child.once('error', (error) => {
    recent += error.message
  })
  return () => recent
}
