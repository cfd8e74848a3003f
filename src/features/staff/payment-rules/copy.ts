import { formatCount } from '@/lib/numbers'
import type { RuleAction, RuleName } from './rules'

export const ruleCopy = {
  title: 'Payment Rules',
  subtitle: 'When a payment is warned about or reviewed, and what other rules would have done',
  list: { title: 'Rules in force', what: 'the payment rules' },
  draft: {
    title: 'Try a change',
    text: 'Nothing changes for customers until two super admins have put it in force.',
    action: 'Try on the Last 90 Days',
    pending: 'Trying...',
    progress: 'Going through the payments of the last 90 days. This can take up to a minute.',
    failed: 'Not tried',
    discard: 'Discard',
  },
  discard: {
    title: 'Discard this draft?',
    text: 'The form goes back to the rules in force.',
    action: 'Discard',
  },
  result: {
    title: 'What it would have done',
    none: 'Customers made no payments in the last 90 days, so the trial shows nothing.',
    all: (payments: string, days: string) => `All ${payments} that customers made or set up from ${days}.`,
    sample: (tried: number, payments: number, days: string) =>
      `A random sample of ${formatCount(tried)} of the ${formatCount(payments)} payments that customers made or set up from ${days}: about 1 in ${formatCount(Math.round(payments / tried))}. Counts and pounds are those of the sample, and the shares hold for all. All reported scams are counted.`,
    missing:
      'A payment for another day and a regular payment count once, when they are set up. A payment that a customer gave up after a warning is not in the history, so the scams that the rules in force have stopped are not counted.',
    stale: 'You have changed the draft since. Try it again.',
  },
  ask: {
    action: 'Ask a Second Super Admin',
    title: 'Put these rules in force?',
    text: 'Say why. Nothing changes until another, independent super admin has approved it.',
    blocked: 'Another change waits. It must be decided or withdrawn first.',
  },
  waiting: {
    title: 'Waiting for a second super admin',
    approvals: 'Approve, refuse or withdraw it under Approvals',
    problems: {
      changed: 'The rules have changed since. This can no longer be approved.',
      asker: 'The user who asked is no longer a super admin.',
    },
    gone: 'Deleted user',
  },
} as const

export const actionWords: Record<RuleAction, string> = { warn: 'Warn', review: 'Review' }

export const ruleWords: Record<RuleName, { title: string; field: string }> = {
  first_payment: { title: 'First payment to a payee', field: 'Above (£)' },
  unconfirmed_name: { title: 'Name that is not confirmed', field: 'Above (£), since the last warning' },
  half_of_balance: { title: 'Large part of the balance to a new payee', field: 'Above (% of balance)' },
  many_new_payees: { title: 'New payees within 24 hours', field: 'This many or more' },
  reported_payee: { title: 'Payee that other customers reported', field: 'This many reports or more' },
  name_mismatch: { title: "Name or account type that doesn't match", field: '' },
}
