import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import net from 'node:net'
import { promisify } from 'node:util'

const loopback = '127.0.0.1'

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(0, loopback, () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}

/** Retries when another process takes a free port before `start` listens on it. */
export async function retryTakenPort<T>(start: () => Promise<T>): Promise<T> {
  const attempts = 3
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      const isTaken = error instanceof Error && /already in use|EADDRINUSE/.test(error.message)
      if (!isTaken || attempt === attempts) throw error
    }
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, loopback, () => server.close(() => resolve(true)))
  })
}

/** Names the process that uses the port and the variable that changes it; null when the port is free. */
export async function portProblem(port: number, variable: string): Promise<string | null> {
  if (await isPortFree(port)) return null
  const holder = await portHolder(port)
  const advice = `Stop that, or choose another port with ${variable}.`
  if (holder) return `Port ${port} is taken by ${holder}. ${advice}`
  if (await isEphemeral(port))
    return (
      `Port ${port} is taken, and nothing seems to listen on it: an outgoing connection may be using it, ` +
      `because the system hands out ports of this range. Try again in a minute, or choose another port with ${variable}.`
    )
  return `Port ${port} is taken by another program. ${advice}`
}

async function portHolder(port: number): Promise<string | null> {
  return (await holderBySs(port)) ?? (await holderByLsof(port))
}

const run = promisify(execFile)

async function holderBySs(port: number): Promise<string | null> {
  try {
    const { stdout } = await run('ss', ['-ltnpH', `sport = :${port}`])
    const match = /users:\(\("([^"]+)",pid=(\d+)/.exec(stdout)
    return match ? `${match[1]} (pid ${match[2]})` : null
  } catch {
    return null
  }
}

async function holderByLsof(port: number): Promise<string | null> {
  try {
    const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'])
    const pid = /^p(\d+)/m.exec(stdout)?.[1]
    const command = /^c(.+)/m.exec(stdout)?.[1]
    return pid && command ? `${command} (pid ${pid})` : null
  } catch {
    return null
  }
}

async function isEphemeral(port: number): Promise<boolean> {
  // The default range of most systems, for systems without this file.
  const text = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '49152 65535')
  const [lowest = 0, highest = 0] = text.trim().split(/\s+/).map(Number)
  return port >= lowest && port <= highest
}
