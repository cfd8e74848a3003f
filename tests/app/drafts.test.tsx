import { json, renderSignedIn, serve, userId } from '../fakeServer'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { EditBalanceDialog } from '@/features/staff/account-tools/EditBalanceDialog'
import { ChangePinForm } from '@/features/person/auth/ChangePinForm'
import { CardSettingsDialog } from '@/features/money/cards/CardSettingsDialog'
import { CardSecretDialog } from '@/features/money/cards/CardSecretDialog'
import { ChangeRegularPayment } from '@/features/money/outgoing-payments/ChangeRegularPayment'
import { PaymentLimits } from '@/features/money/payment-limits/PaymentLimits'
import { RecipientForm } from '@/features/money/recipients/RecipientForm'
import { ProfileScreen } from '@/screens/ProfileScreen'
import { SettingsScreen } from '@/screens/SettingsScreen'
import { cardSwitches } from '../cards'
import { recipient, regularPayment } from '../payees'

// What is typed is in this tab's storage, under a name with the user's id: an ended session then keeps it for the same user
// (endedSession.test.tsx).

const card = {
  id: 'card-1',
  isFrozen: false,
  expiresOn: '2040-12-31',
  isExpired: false,
  ...cardSwitches,
  gambling: 'allowed',
  gamblingFrom: null,
  purchaseLimit: 250_000,
  dailyLimit: 500_000,
  renewal: null,
} as const
const answers = {
  'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, notification_email: null }),
  'POST rpc/get_payment_limit': () =>
    json({ daily_limit: 25_000, sent_today: 0, left_today: 25_000, next_limit: null, next_limit_from: null }),
}
const nothing = () => undefined

async function typeInto(label: string, text: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } })
}

describe('what is typed is kept', () => {
  const forms = {
    "a recipient's names": () => <RecipientForm recipient={recipient} onDone={nothing} />,
    'a change of a regular payment': () => <ChangeRegularPayment payment={regularPayment} onDone={nothing} />,
    "a card's limits": () => <CardSettingsDialog card={card} onReplace={nothing} onClose={nothing} />,
    'the payment limit': () => <PaymentLimits userId={userId} isFrozen={false} />,
    'the balance': () => <EditBalanceDialog balance={100} onClose={nothing} />,
    'the name': () => <ProfileScreen />,
    'the email': () => <SettingsScreen />,
  }
  test.each([
    ["a recipient's names", 'Nickname', 'Landlady'],
    ['a change of a regular payment', 'Amount (£)', '900.10'],
    ["a card's limits", 'Limit for a day (£)', '70.50'],
    ['the payment limit', 'Daily limit (£)', '700.50'],
    ['the balance', 'New Balance', '70.50'],
    ['the name', 'Full Name', 'Priya Patel'],
    ['the email', 'Notification Email', 'priya@other.example'],
  ] as const)('what is typed is kept: %s', async (what, label, text) => {
    serve(answers)
    renderSignedIn(forms[what](), '/settings', '#notifications')
    await typeInto(label, text)
    const [name = '', ...others] = Object.keys(sessionStorage)
    expect(others).toEqual([])
    expect(name).toContain(userId)
    expect(Object.values(JSON.parse(sessionStorage.getItem(name) ?? '') as object)).toEqual([text])
  })
})

describe('a PIN is never kept', () => {
  const forms = {
    'to change it': () => <ChangePinForm needsCode={false} onCancel={nothing} onChanged={nothing} />,
    'to show the PIN of the card': () => <CardSecretDialog secret="card_pin" onClose={nothing} />,
    'to show the security code of the card': () => <CardSecretDialog secret="security_code" onClose={nothing} />,
  }
  test.each([
    ['to change it', 'Current PIN'],
    ['to show the PIN of the card', 'Security PIN'],
    ['to show the security code of the card', 'Security PIN'],
  ] as const)('a PIN that is typed %s is not kept', async (what, label) => {
    renderSignedIn(forms[what](), '/settings', '#notifications')
    await typeInto(label, '24680')
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue('24680'))
    expect(Object.keys(sessionStorage)).toEqual([])
  })
})
