import { spawn } from 'node:child_process'
import { projectRoot } from '../settings'

type Answer = { exitCode: number | null; output: string; errors: string }

/** Runs the Supabase CLI of package.json. */
export async function supabaseCli(options: string[]): Promise<Answer> {
  const child = spawn('npx', ['--no-install', 'supabase', ...options], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The database offers no TLS. Without this variable the CLI prints a notice into its output.
    env: { ...process.env, PGSSLMODE: 'disable' },
    shell: process.platform === 'win32',
  })
  const texts = { output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    texts.output += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    texts.errors += chunk.toString('utf8')
  })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { exitCode, output: `${texts.output.trim()}\n`, errors: texts.errors }
}
