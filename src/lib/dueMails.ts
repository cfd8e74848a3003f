import { invokeFunction } from './functions'
import { logError } from './log'

/** Asks the server to send the due mails of all users. No screen waits for them, so a failure is only logged. */
export async function sendDueMails(): Promise<void> {
  await invokeFunction('send-due-mails', {}).catch((error: unknown) => logError('The due mails were not sent', error))
}
