import { formatPence } from '@/lib/money'
import { countOf } from '@/lib/numbers'
import type { Deletion } from './queries'

const people = (count: number) => countOf(count, 'user')

export const userCopy = {
  supportForAdmins: 'For administrators only.',
  noEmail: 'None',
  noBalance: 'No account',
  pendingList: { title: 'Pending Approval', what: 'pending users', none: 'No pending users' },
  approvedList: { title: 'Approved Users', what: 'approved users', none: 'No approved users' },
  rejectedList: { title: 'Rejected', what: 'rejected users', none: 'No rejected users' },
  filters: {
    '': 'Everyone',
    staff: 'Staff',
    suspended: 'Suspended',
    pin_requested: 'Asked for a PIN',
    financial_support: 'With financial support',
    rejected: 'Rejected',
  },
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'Name A–Z',
    name_desc: 'Name Z–A',
    email: 'Sign-in email A–Z',
    email_desc: 'Sign-in email Z–A',
  },
  noneFound: (none: string) => `${none} match this search`,
  approved: { title: 'User approved successfully' },
  manyApproved: (count: number) => ({ title: `${people(count)} approved` }),
  approveMany: {
    action: 'Approve selected',
    title: (count: number) => `Approve ${people(count)}?`,
    text: 'Each of them is told by email, and can then use their account.',
    confirm: 'Approve',
    failed: 'Not approved',
  },
  reject: {
    action: 'Reject selected',
    title: (count: number) => `Reject ${people(count)}?`,
    text: 'Each person gets the reason by email. Nothing is deleted: they can still be approved later.',
    confirm: 'Reject',
  },
  rejected: (count: number) => ({ title: `${people(count)} rejected` }),
  confirmRestore: (name: string) => ({
    title: `Restore ${name}?`,
    text: 'They can use the bank again, and payments that have waited are sent.',
    confirmLabel: 'Restore',
  }),
  confirmSuspend: (name: string) => ({
    title: `Suspend ${name}?`,
    text: 'They are signed out now and cannot sign in until someone restores them. Nothing is deleted.',
    confirmLabel: 'Suspend',
  }),
  suspended: { title: 'User suspended', text: 'They are signed out and cannot sign in. Nothing is deleted.' },
  suspendCustomer: (name: string) => ({
    title: `Suspend ${name}?`,
    text: 'They are signed out now. Until someone restores them, they can only sign in to read why, write to us and read statements. Nothing is deleted.',
    confirmLabel: 'Suspend',
  }),
  customerSuspended: { title: 'User suspended', text: 'They are signed out, and told by email. Nothing is deleted.' },
  askToUnfreeze: (name: string) => ({
    title: `Unfreeze the account of ${name}?`,
    text: "For an owner who can't read their email. They froze it because someone else may be using it, so check who asks. A second administrator must approve it, and then it takes an hour. The owner gets an email now.",
  }),
  closedForGood: "A closed account can't be opened again.",
  shortfall: 'We paid for card payments',
  closedPart: {
    title: 'After the closing',
    waiting: 'Money that came in',
    none: 'None',
    askedBack: 'Other banks ask back',
    statements:
      'We keep the statements and letters for six years. Send them to the sign-in address only, when the owner asks.',
    pay: 'Pay out the money',
    payTitle: 'Pay out this money?',
    payText: (amount: string, isAskedBack: boolean) =>
      `Once a second administrator approves it, ${amount} goes to this account, and the owner is told. We check the name now.${
        isAskedBack
          ? ' A bank that asks for some of it gets a refusal then. To return it, open Between Banks first.'
          : ''
      }`,
    payLabel: 'Ask for approval',
    name: 'Name on the account',
    missingName: 'Enter the name on the account.',
    badSortCode: 'Enter a sort code of six digits.',
    badNumber: 'Enter an account number of eight digits.',
  },
  sessionsEnded: (count: number) => ({ title: `${countOf(count, 'session')} ended` }),
  page: {
    what: 'this user',
    cases: 'Cases',
    ownNotes: 'Only colleagues read and write the notes about you.',
    sessions: 'No sessions',
    devices: 'No known devices',
    passkeys: 'No passkeys',
    payments: 'No payments',
    toCome: 'No payments to come',
    payees: 'No saved payees',
    cards: 'No cards',
    cardStatuses: {
      issued: 'Not activated',
      active: 'Active',
      frozen: 'Frozen',
      lost: 'Lost',
      stolen: 'Stolen',
      replaced: 'Replaced',
      closed: 'Cancelled',
    },
    frozenLimit: '£0.00, frozen',
    noUndo: 'Off',
    chats: 'No chat',
    audit: 'No entries',
    account: 'No account',
    noRole: 'Customer',
    noAddress: 'None',
    onlyOwnerRaises: 'Only the owner can raise the limit, in the app.',
    onlyOwnerUnfreezes: 'Only the owner can unfreeze a card, in the app.',
  },
  asksNewPin: {
    title: 'Asked for a new PIN',
    text: 'Their old PIN, devices and passkeys have ended. Tell them the PIN that this page shows. They choose a new one, and the suspension ends.',
  },
  restored: { title: 'User restored', text: 'They can sign in again.' },
  deleted: { title: 'User account and all data permanently deleted' },
  notDeleted: 'The user was not deleted',
  updated: { title: 'User information updated successfully' },
  randomPinSet: { title: 'New PIN set' },
  supportGranted: { title: 'Financial support granted' },
  supportRevoked: { title: 'Financial support revoked' },
  cleared: { title: 'All notifications have been cleared' },
  pinsSent: ({ successful, failed }: { successful: number; failed: number }) => ({
    title: 'Success!',
    text: `${people(successful)} received their PIN, ${people(failed)} failed.`,
    // The dialog that names the users who failed opens next, and does not dismiss it.
    isForNextScreen: failed > 0,
    duration: 8000,
  }),
  pinsProgress: ({ successful, failed }: { successful: number; failed: number }) =>
    `${people(successful + failed)} done so far...`,
  pinsStopped: ({ successful }: { successful: number }) => ({
    title: 'Sending stopped',
    text: `${people(successful)} received their PIN. Send All PINs goes on with the others.`,
  }),
  pinsGoOn: 'It goes on with the users who are left.',
  stop: 'Stop',
  pinsFailed: {
    title: 'Users without a PIN',
    text: 'They received nothing. Give each of them a PIN, then send it.',
    more: (count: number) => `and ${people(count)} more`,
  },
  synced: (message: string) => ({ title: 'Success!', text: message }),
  syncProgress: ({ changed, remaining }: { changed: number; remaining: number }) =>
    `${countOf(changed, 'password')} updated, ${remaining} to go...`,
  syncStopped: (message: string) => ({ title: 'Stopped', text: message }),
  invalidPin: { title: 'Invalid PIN', text: 'PIN must be exactly 5 digits' },
  invalidEmail: 'Please enter a valid email address.',
  invalidBalance: 'Please enter a valid balance.',
  error: 'Error',
  noAccount: 'This user has no account yet.',
  balanceHint: "If left empty, it's saved as £0.00.",
  balanceNow: (balance: string) => `It is ${balance} now.`,
  balanceLocked: 'Only staff with Financial Support Access can change it.',
  pinHint: 'Leave it empty to keep the PIN. A new PIN signs this user out.',
  noPinHint: "This user can't sign in until a PIN is set.",
  removePin: {
    title: 'Remove the PIN?',
    text: "They are signed out, and can't sign in until a PIN is set.",
    action: 'Remove PIN',
  },
  staffLocked: 'Only a super admin can change the details of staff.',
  notDeletable:
    "Only a super admin can delete or suspend an admin. Super admins and your own account can't be deleted or suspended.",
  confirmDelete: {
    title: 'Revoke access?',
    text: (name: string) =>
      `This permanently deletes the account of ${name} and all of their data, and signs them out everywhere. It cannot be undone.`,
    difference:
      'Closing an account is something else: the statements are kept for six years, and money that comes in later waits for the customer.',
    action: 'Revoke Access',
    needsApproval: 'A second administrator must approve this deletion.',
    emailLabel: (email: string) => `Type ${email} to confirm`,
    emailDiffers: 'This is not the email of this user.',
    whatGoes: ({ balance, held, hasOpenChat, scheduledPayments, regularPayments }: Deletion) => [
      `Balance: ${formatPence(balance)}${held > 0 ? `, and ${formatPence(held)} held` : ''}`,
      hasOpenChat ? 'A chat is open' : 'No open chat',
      scheduledPayments === 0 ? 'No scheduled payments' : countOf(scheduledPayments, 'scheduled payment'),
      ...(regularPayments > 0 ? [countOf(regularPayments, 'regular payment')] : []),
    ],
  },
  confirmZero: {
    title: 'Set the balance to £0.00?',
    text: 'You left the balance empty. Saving it sets the balance to £0.00.',
    action: 'Set to £0.00',
  },
  confirmClear: {
    title: 'Clear all notifications?',
    text: 'The notifications in the mailbox of every customer are deleted. This cannot be undone.',
    action: 'Clear All Notifications',
  },
  confirmSend: {
    title: 'Send all PINs?',
    text: 'Every user gets a notification with their own security PIN. It replaces the one before.',
    action: 'Send All PINs',
  },
  confirmSync: {
    title: 'Sync passwords?',
    text: 'The password of every user is reset to match their PIN.',
    action: 'Sync Passwords',
  },
} as const
