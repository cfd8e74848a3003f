import { paths } from '@/lib/paths'

export const accessCopy = {
  title: 'Check these',
  intro: 'Someone else may have used your account. Open each, and change back what you did not change yourself.',
  before: (amount: string) => `It was ${amount} before.`,
  /** What was changed, and where its setting is. */
  places: {
    set_payment_limit: ['Daily payment limit', `${paths.settings}#payments`],
    set_undo_window: ['Time to undo a payment', `${paths.settings}#payments`],
    set_passkey_amount: ['Amount that you approve with a passkey', `${paths.settings}#sign-in`],
    change_support_needs: ['How we can help you', `${paths.settings}#needs`],
    unfreeze_account: ['Your account was unfrozen', `${paths.settings}#freeze`],
    change_card_controls: ['Card settings', paths.cards],
    unfreeze_card: ['Your card was unfrozen', paths.cards],
    replace_card: ['Your card was replaced', paths.cards],
    reveal_card_number: ['Your card number was shown', paths.cards],
    reveal_card_pin: ['Your card PIN was shown', paths.cards],
    reveal_security_code: ['Your security code was shown', paths.cards],
    name_contact: ['Trusted contact named', `${paths.settings}#privacy`],
    remove_contact: ['Removal of your trusted contact', `${paths.settings}#privacy`],
    set_contact_threshold: ['Amount that waits for your trusted contact', `${paths.settings}#privacy`],
    payee: ['New payee', paths.managePayments],
    notification_email: ['Emails about payments', `${paths.settings}#notifications`],
    profile: ['Your name and address', paths.profile],
  } as Record<string, readonly [label: string, to: string] | undefined>,
} as const
