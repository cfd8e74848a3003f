import { readWebEnv } from './webEnv'

const result = readWebEnv(import.meta.env)
if (result.env === null) throw new Error(`The app is not configured.\n${result.problems.join('\n')}`)

export const env = result.env
