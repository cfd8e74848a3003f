import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

// Learns pids from its standard input. When that closes, this Node process is gone, however it ended:
// then the shell ends what is left. SIGINT is Postgres' fast shutdown and ends Deno; SIGQUIT is for what ignores it.
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

/** Stops a child process when this process dies in any way, kill -9 included. */
export function guardProcess(pid: number): void {
  // Windows has no such shell; there a killed stack leaves its children running.
  if (process.platform === 'win32') return
  shell ??= startShell()
  shell.write(`guard ${pid}\n`)
}

/** To be told when a guarded process has ended: its pid may soon be somebody else's. */
export function forgetProcess(pid: number): void {
  shell?.write(`forget ${pid}\n`)
}

function startShell(): Writable {
  // Detached: a terminal's Ctrl-C goes to the whole process group and must not reach the shell.
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' })
  child.unref()
  const { stdin } = child
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  stdin.on('error', () => {
    shell = null
  })
  return stdin
}
