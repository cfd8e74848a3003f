import { invokeFunction } from './functions'
import { logError } from './log'

/** Has the server send the mails that it owes, of all users. Nobody waits for them, so a failure is only logged. */
export async function sendDueMails(): Promise<void> {
  await invokeFunction('send-due-mails', {}).catch((error: unknown) => logError('The due mails were not sent', error))
}
