import { formatCount } from '@/lib/numbers'

export const jobsCopy = {
  title: 'Jobs',
  subtitle: 'What the database does by itself, and what failed',
  versions: {
    shown: (app: string, database: string) => `Web app ${app}, database ${database}`,
    older: 'The database is older than this web app. Apply its migrations: npx supabase db push --remote.',
    newer: 'The database is newer than this web app. Reload the page. If this stays, deploy the web app.',
  },
  list: { title: 'All jobs', what: 'the jobs', none: 'No jobs are scheduled' },
  kept: 'Runs are kept for 7 days. The text of an error can hold personal data, so it is only in the log of the database, by the number of the run.',
  run: (id: number) => `Run ${id}`,
  decisions: {
    title: 'Decisions of other banks about payments',
    due: 'Due within 2 hours',
    late: (count: number) => `${formatCount(count)} late`,
    none: '–',
  },
  off: 'Off',
  late: 'Late',
  failing: 'Failing',
  working: 'Working',
  notRun: 'Not run yet',
  never: 'None in 7 days',
  unknown: 'Not known',
  errors: {
    title: 'Errors with a reference',
    what: 'the errors',
    search: 'Find by reference',
    none: 'The app has shown no unexpected error in 30 days',
    noneFound:
      'No error has this reference. An error from while the bank could not be reached, or of more than 20 on a day for the same person, is not kept.',
    kept: 'The newest 50 of 30 days. An error has no name of a person and no text: both stay on the device.',
  },
} as const

/** What each job does. A job without words is shown by its name. */
const jobWords: Record<string, string | undefined> = {
  'verify-audit-chain': 'Verify the audit chain',
  'count-between-banks': 'Add up the account between banks',
  'end-outdated-requests': 'End requests for an approval whose subject is decided',
  'expire-due-cases': 'Decide or report cases that have expired',
  'forget-removed-payees': 'Delete sums paid to payees who were deleted',
  'delete-old-card-signatures': 'Delete old signatures of the card network',
  'delete-closed-users': 'Delete users six years after their account was closed',
  'delete-decided-cases': 'Delete cases six years after their decision',
  'delete-old-freeze-links': 'Delete links that freeze an account',
  'delete-old-passkey-challenges': 'Delete unused questions to passkeys',
  'delete-old-recorded-reads': 'Delete records of reads after a day',
  'find-missing-credits': 'Find payments whose money did not arrive',
  'delete-old-due-mails': 'Delete old records of emails',
  'delete-expired-pin-notes': 'Delete PINs from mailboxes, and links for a new PIN',
  'delete-old-job-runs': 'Delete old runs of jobs',
  'delete-old-shown-errors': 'Delete old errors that the app showed',
  'delete-old-push-events': 'Delete old records of push messages',
  'owe-push-events': 'Find what customers are told about',
  'process-due-scheduled-payments': 'Credit scheduled incoming payments',
  'earn-interest': 'Count and pay the interest on savings',
  'make-round-ups': 'Round card payments up into savings',
  'make-waiting-moves': 'Make moves out of protected savings',
  'schedule-paydays': 'Schedule moves on the day after payday',
  'release-expired-card-payments': 'Release expired card payments',
  'renew-cards': 'Issue new cards six weeks before the old ones end',
  'review-support-needs': 'Ask customers whether they still want help, and end what they no longer want',
  'remind-of-closings': 'Remind customers whose account the bank closes',
  'remove-bank-message-texts': 'Delete the text of old messages between banks',
  'remove-old-chat-times': 'Delete old waiting and handling times of chats',
  'remove-old-transcripts': 'Delete old transcripts',
  'return-unattended-chats': 'Return chats of absent agents to the queue',
  'unfreeze-accounts': 'Unfreeze accounts an hour after their owners ask',
  'send-held-payments': 'Send payments after their undo window',
  'send-scheduled-payments': 'Send scheduled payments',
  'tell-known-addresses': 'Email users with whose address someone tried to sign up',
  'sum-payments': 'Add up the payments of the day',
  'tell-of-pin-requests': 'Email users who ask for help with their PIN',
}

export const jobName = (name: string) => jobWords[name] ?? name

/** The kinds of errors that the server names. */
const problemWords: Record<string, string | undefined> = {
  'too-slow': 'It took too long and was stopped.',
  locked: 'It waited too long for rows that something else was changing.',
  connection: 'The database was restarted, or the connection was lost.',
  missing: 'A table or function that it needs is missing.',
  'no-right': 'It has no right to something that it needs.',
  'bad-data': 'A row did not keep to the rules of the database.',
  'no-room': 'The database ran out of disk space, memory or connections.',
}

export const problemText = (problem: string) => problemWords[problem] ?? 'Another error.'
