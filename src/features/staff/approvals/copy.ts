export const approvalsCopy = {
  title: 'Approvals',
  subtitle: 'Actions that need a second administrator',
  waiting: { title: 'Waiting', what: 'the waiting requests', none: 'Nothing is waiting' },
  decided: { title: 'Decided', what: 'the decided requests', none: 'No decisions yet' },
  gone: 'Deleted user',
  states: { approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn', expired: 'Out of date' } as Record<
    string,
    string | undefined
  >,
  problems: {
    changed: 'This has changed since. It can no longer be approved.',
    asker: 'The administrator who asked no longer has this right.',
    'not-independent':
      "You can't approve this: a PIN, details or rights of your account or the asker's were recently seen or changed by the other, or both by one administrator, or one by the person whom it is about.",
  },
  approved: { title: 'Approved', text: 'The change has been made.' },
  refused: { title: 'Request refused' },
  withdrawn: { title: 'Request withdrawn' },
  failed: 'Not approved',
  confirmApprove: { title: 'Approve this request?', action: 'Approve' },
  confirmRefuse: {
    title: 'Refuse this request?',
    text: 'Nothing changes. The administrator who asked can read the reason.',
    action: 'Refuse',
  },
  confirmWithdraw: {
    title: 'Withdraw your request?',
    text: 'Nothing changes. The request stays in the list of decided requests.',
    action: 'Withdraw',
  },
} as const
