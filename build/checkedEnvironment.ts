import type { Plugin } from 'vite'
import { readWebEnv } from './webEnv.ts'

/** Stops a build without the app's variables: such an app could not start. */
export const checkedEnvironment: Plugin = {
  name: 'checked-environment',
  apply: (_config, { isPreview }) => isPreview !== true && process.env.VITEST === undefined,
  configResolved({ env }) {
    const { problems } = readWebEnv(env)
    if (problems.length > 0) throw new Error(`The app is not configured.\n${problems.join('\n')}`)
  },
}
