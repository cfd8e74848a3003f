// Processor time of this process and of the processes that it has started, from /proc.
import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10

/** In milliseconds so far. `own` is this process, with the gateway of the stacks. */
export type ProcessTimes = { own: number; databases: number; functions: number }

export function processTimes(): ProcessTimes {
  const { user, system } = process.cpuUsage()
  const times = { own: (user + system) / 1000, databases: 0, functions: 0 }
  if (process.platform !== 'linux') return { own: Number.NaN, databases: Number.NaN, functions: Number.NaN }
  for (const { command, cpuMs } of descendants()) {
    if (command.includes('postgres')) times.databases += cpuMs
    else if (command.includes('supabase/functions')) times.functions += cpuMs
  }
  return times
}

export function timesSince(before: ProcessTimes, count: number): ProcessTimes {
  const now = processTimes()
  return {
    own: (now.own - before.own) / count,
    databases: (now.databases - before.databases) / count,
    functions: (now.functions - before.functions) / count,
  }
}

function descendants() {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const found = new Set([process.pid])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => pid !== process.pid && found.has(pid))
}

/** Nothing for a process that has ended. */
function readProcess(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return [{ pid, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs, command }]
  } catch {
    return []
  }
}
