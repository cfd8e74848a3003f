import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

// Reads pids from standard input, which closes when this Node process ends in any way. Then the shell stops the remaining
// processes: SIGINT is the fast shutdown of Postgres and ends Deno; SIGQUIT ends processes that ignore SIGINT.
const script = `
pids=
while read -r change pid; do
  rest=
  for known in $pids; do [ "$known" = "$pid" ] || rest="$rest $known"; done
  pids=$rest
  [ "$change" = guard ] && pids="$pids $pid"
done
alive() {
  left=
  for pid in $pids; do kill -0 "$pid" 2>/dev/null && left="$left $pid"; done
  pids=$left
  [ -n "$pids" ]
}
alive || exit
kill -INT $pids 2>/dev/null
for second in 1 2 3 4 5; do
  sleep 1
  alive || exit
done
kill -QUIT $pids 2>/dev/null
`

let shell: Writable | null = null

/** Stops a child process when this process ends in any way, including kill -9. */
export function guardProcess(pid: number): void {
  // Windows has no such shell. A killed stack leaves its children running there.
  if (process.platform === 'win32') return
  shell ??= startShell()
  shell.write(`guard ${pid}\n`)
}

/** Must be called when a guarded process has ended: another process may get its pid. */
export function forgetProcess(pid: number): void {
  shell?.write(`forget ${pid}\n`)
}

function startShell(): Writable {
  // The shell is detached: Ctrl-C in a terminal signals the whole process group and must not end it.
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' })
  child.unref()
  const { stdin } = child
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  stdin.on('error', () => {
    shell = null
  })
  return stdin
}
