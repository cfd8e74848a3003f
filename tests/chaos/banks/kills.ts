import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { killOnce } from '../runParts'
import type { Around, Side } from './side'

export async function killDatabases(
  sides: Side[],
  everyMs: number,
  { figures, random, isOver }: Around,
): Promise<void> {
  while (!isOver()) {
    await wait(random.between(Math.round(everyMs * 0.5), everyMs))
    await killOnce(random.pick(sides), figures, () => wait(random.between(0, 1500)))
    figures.databaseKills += 1
  }
}

/** Kills the process of an edge function of either side. The next call starts it again. */
export async function killFunctions({ figures, random, isOver }: Around): Promise<void> {
  while (!isOver()) {
    await wait(random.between(1500, 5000))
    const kind = random.chance(0.6) ? 'send-interbank' : 'interbank'
    const victims = functionProcesses(kind)
    if (victims.length === 0) continue
    process.kill(random.pick(victims), 'SIGKILL')
    figures[kind === 'interbank' ? 'receiverKills' : 'senderKills'] += 1
  }
}

/** Only children of this process. */
function functionProcesses(name: string): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(parent) === process.pid && command.includes(`functions/${name}/index.ts`) ? [Number(pid)] : []
  })
}
