import { describe, expect, test } from 'vitest'
import { readStackSettings } from './settings'

describe('readStackSettings', () => {
  test('every setting has a default', () => {
    expect(readStackSettings({}, '/project').settings).toEqual({
      webPort: 5173,
      apiPort: 54321,
      databasePort: 54322,
      mailPort: 54324,
      smtpPort: 54325,
      dataDir: '/project/.local-stack',
      assistant: {},
    })
  })

  test('reads ports and the data folder from the environment', () => {
    const env = {
      WEB_PORT: '6001',
      STACK_API_PORT: ' 6002 ',
      STACK_DB_PORT: '6003',
      STACK_MAIL_PORT: '6004',
      STACK_DATA_DIR: 'other/data',
    }
    expect(readStackSettings(env, '/project').settings).toEqual({
      webPort: 6001,
      apiPort: 6002,
      databasePort: 6003,
      mailPort: 6004,
      smtpPort: 6005,
      dataDir: '/project/other/data',
      assistant: {},
    })
  })

  test('reads the chat model, and nothing when it is not set', () => {
    const env = { AI_BASE_URL: ' https://model.example/v1 ', AI_API_KEY: 'key', AI_MODEL: 'fast', AI_OTHER: 'x' }
    expect(readStackSettings(env).settings?.assistant).toEqual({
      AI_BASE_URL: 'https://model.example/v1',
      AI_API_KEY: 'key',
      AI_MODEL: 'fast',
    })
    expect(readStackSettings({ AI_BASE_URL: '', AI_API_KEY: ' ' }).settings?.assistant).toEqual({})
  })

  test.each([
    [{ AI_BASE_URL: 'model.example' }, 'AI_BASE_URL must be'],
    [{ AI_BASE_URL: 'ftp://model.example' }, 'AI_BASE_URL must be'],
    [{ AI_BASE_URL: 'https://model.example', AI_API_KEY: 'secret-key' }, 'AI_MODEL is missing'],
  ])('describes a problem with the model %j without the key', (env, problem) => {
    const { problems } = readStackSettings(env)
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems.join()).not.toContain('secret-key')
  })

  test('lists all problems', () => {
    const result = readStackSettings({
      WEB_PORT: 'web',
      STACK_API_PORT: '0',
      STACK_DB_PORT: '70000',
      STACK_MAIL_PORT: '65535',
    })
    expect(result).toEqual({
      settings: null,
      problems: [
        "STACK_MAIL_PORT must be a port number from 1 to 65534, not '65535'",
        "WEB_PORT must be a port number from 1 to 65535, not 'web'",
        "STACK_API_PORT must be a port number from 1 to 65535, not '0'",
        "STACK_DB_PORT must be a port number from 1 to 65535, not '70000'",
      ],
    })
  })

  test('refuses the same port for two services', () => {
    const { problems } = readStackSettings({ STACK_API_PORT: '6000', STACK_DB_PORT: '6000', STACK_MAIL_PORT: '5172' })
    expect(problems).toEqual([
      'WEB_PORT and STACK_MAIL_PORT + 1 (for SMTP) must differ: both are 5173',
      'STACK_API_PORT and STACK_DB_PORT must differ: both are 6000',
    ])
  })
})
