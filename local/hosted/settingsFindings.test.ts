import { expect, test } from 'vitest'
import { settingsFindings } from './settingsFindings'

const findings = (exitCode: number | null, output = '') => settingsFindings(async () => ({ exitCode, output }))

test('names what differs in the settings of the project, and says when they could not be compared', async () => {
  expect(await findings(0)).toEqual([])
  expect(await findings(2, '~ auth.rate_limit.token_refresh: 150 => 30\n')).toEqual([
    'The settings of the project differ from supabase/config.toml: npx supabase config push.\n~ auth.rate_limit.token_refresh: 150 => 30',
  ])
  for (const exitCode of [1, NaN])
    expect(await findings(exitCode)).toEqual([expect.stringContaining('were not compared')])
})
