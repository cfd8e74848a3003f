import { execFile } from 'node:child_process'

type Answer = { exitCode: number | null; output: string }

/** What differs between supabase/config.toml and the settings of the hosted project. Only the platform knows these. */
export async function settingsFindings(readDiff: () => Promise<Answer>): Promise<string[]> {
  const { exitCode, output } = await readDiff()
  if (exitCode === 0) return []
  // With --exit-code, the command ends with 2 for differences, and with 1 for errors.
  if (exitCode === 2)
    return [`The settings of the project differ from supabase/config.toml: npx supabase config push.\n${output.trim()}`]
  return [
    'The settings of the project were not compared with supabase/config.toml, because the command line of the platform did not answer: npx supabase login, then check again.',
  ]
}

export function readSettingsDiff(ref: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(
      'npx',
      ['supabase', 'config', 'diff', `--remote=${ref}`, '--exit-code'],
      { timeout: 60_000, shell: process.platform === 'win32' },
      (error, output) => resolve({ exitCode: error === null ? 0 : Number(error.code), output }),
    )
  })
}
