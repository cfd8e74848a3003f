import { accountRow, json, renderSignedIn, serve } from '../fakeServer'
import { execFileSync } from 'node:child_process'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AddTransactionDialog } from '@/features/staff/account-tools/AddTransactionDialog'
import { EditBalanceDialog } from '@/features/staff/account-tools/EditBalanceDialog'
import { useTransactionForm } from '@/features/staff/account-tools/useTransactionForm'
import { AddBankDialog } from '@/features/money/external-accounts/AddBankDialog'
import { ChangeRegularPayment } from '@/features/money/outgoing-payments/ChangeRegularPayment'
import { PayScreen } from '@/features/money/payments/PayScreen'
import { RecipientForm } from '@/features/money/recipients/RecipientForm'
import { MoveMoney } from '@/features/money/savings/MoveMoney'
import { RegularMoveForm } from '@/features/money/automatic-moves/RegularMoveForm'
import { BranchSupportScreen } from '@/screens/BranchSupportScreen'
import { OpenSavingsScreen } from '@/screens/OpenSavingsScreen'
import { ProfileScreen } from '@/screens/ProfileScreen'
import { SettingsScreen } from '@/screens/SettingsScreen'
import { recipient, regularPayment } from '../payees'

const nothing = () => undefined

function AddTransaction() {
  return <AddTransactionDialog form={useTransactionForm(100, nothing)} onClose={nothing} />
}

const shown = {
  'the name': [() => <ProfileScreen />, 'Full Name'],
  'the postal address': [() => <ProfileScreen />, 'Postcode'],
  'the name on the account': [() => <BranchSupportScreen />, 'Your name'],
  'the notification address': [() => <BranchSupportScreen />, 'Email address'],
  'what to know': [() => <SettingsScreen />, 'What should we know?'],
  'a transaction': [() => <AddTransaction />, 'Recipient'],
  'the balance': [() => <EditBalanceDialog balance={100} onClose={nothing} />, 'New Balance'],
  'a statement file': [() => <AddBankDialog userId="user-1" onClose={nothing} />, 'Statement file'],
  'a regular payment': [() => <ChangeRegularPayment payment={regularPayment} onDone={nothing} />, 'Amount (£)'],
  'a recipient': [() => <RecipientForm recipient={recipient} onDone={nothing} />, 'Nickname'],
  'a savings account': [() => <OpenSavingsScreen />, 'Name'],
  'a move between own accounts': [
    () => <MoveMoney title="Move money" accounts={[]} from="" to="" onClose={nothing} />,
    'Amount (£)',
  ],
  'a regular move': [() => <RegularMoveForm accounts={[]} from="" to="" onClose={nothing} />, 'Amount (£)'],
  'a step of a payment': [
    () => (
      <PayScreen isDemo={false} title="Pay">
        <input aria-label="Amount" />
      </PayScreen>
    ),
    'Amount',
  ],
} as const

test.each(Object.entries(shown))('a frozen account shows why it cannot change %s', async (_what, [render, label]) => {
  serve({
    'GET profiles': ({ query }) =>
      json(
        query.get('select')?.includes('postcode')
          ? null
          : { full_name: 'Priya Shah', approved: true, undo_seconds: 0, frozen_at: '2026-11-23T12:00:00Z' },
      ),
    'POST rpc/get_current_account': () => json([accountRow()]),
    'GET external_accounts': () => json([]),
    'POST rpc/list_my_support_needs': () => json([]),
  })
  renderSignedIn(render(), '/settings', '#needs')
  const reason = 'Your account is frozen, so this has to wait until you unfreeze it in Settings.'
  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
  expect(await screen.findByLabelText(new RegExp(`^${label.replace(/[()?]/g, String.raw`\$&`)}`))).toBeDisabled()
})

test('a frozen account says on the first screen of a payment that nothing can be paid', async () => {
  serve({
    'GET profiles': () => json({ full_name: 'Priya Shah', approved: true, frozen_at: '2026-11-23T12:00:00Z' }),
  })
  renderSignedIn(
    <PayScreen isDemo={false} title="Pay & Transfer" isTab>
      <button type="button">Pay</button>
    </PayScreen>,
  )
  expect(
    await screen.findByText('Your account is frozen, so this has to wait until you unfreeze it in Settings.'),
  ).toBeVisible()
  // The menu also leads to what can be read.
  expect(screen.getByRole('button', { name: 'Pay' })).toBeEnabled()
})

/** The forms of customers, and why a frozen account may send each that the test above does not show. */
const forms: Record<string, string> = {
  'staff/account-tools/EditBalanceDialog.tsx': 'shown',
  'staff/account-tools/useTransactionForm.ts': 'shown',
  'person/auth/ChangePinForm.tsx': 'with a code from the mail',
  'person/auth/ForgotPinDialog.tsx': 'without a session',
  'person/auth/PinFields.tsx': 'without a session',
  'person/auth/SignUpForm.tsx': 'without a session',
  'money/cards/CardSecretDialog.tsx': 'CardsScreen offers no settings of the card',
  'money/cards/CardSettingsDialog.tsx': 'CardsScreen offers no settings of the card',
  'money/cards/ReplaceCardDialog.tsx': 'CardsScreen offers no settings of the card',
  'care/cases/CaseMessage.tsx': 'help',
  'care/cases/ClaimQuestions.tsx': 'help',
  'care/cases/ComplaintForm.tsx': 'help',
  'care/closing/CloseAccount.tsx': 'it says that the account is frozen',
  'person/devices/CodeForm.tsx': 'undoes the freeze',
  'money/outgoing-payments/ChangeRegularPayment.tsx': 'shown',
  'person/passkeys/AddPasskey.tsx': 'PasskeyList says why it is not offered',
  'person/passkeys/ApprovalAmount.tsx': 'PasskeyList says why it is not offered',
  'person/passkeys/RemovePasskeyDialog.tsx': 'with the proof that undoes the freeze',
  'money/payment-limits/PaymentLimits.tsx': 'it says that nothing can be sent',
  'money/payments/PayeeForm.tsx': 'shown',
  'money/payments/PaymentDetailsForm.tsx': 'shown',
  'money/payments/TransferForm.tsx': 'shown',
  'person/personal-data/MyData.tsx': 'reads',
  'person/profile/OneFieldForm.tsx': 'shown',
  'person/profile/PostalAddressSection.tsx': 'shown',
  'person/push/NotificationSettings.tsx': 'shown in SettingsScreen.test.tsx',
  'money/recipients/RecipientForm.tsx': 'shown',
  'money/savings/MoveMoney.tsx': 'shown',
  'money/automatic-moves/RegularMoveForm.tsx': 'shown',
  'money/savings/SavingsForm.tsx': 'shown',
  'money/scheduled-payments/useScheduleForm.ts': 'shown in ScheduledPaymentsScreen.test.tsx',
  'money/statements/PeriodDialog.tsx': 'reads',
  'person/support-needs/SupportNeeds.tsx': 'shown',
  'care/suspension/NewPin.tsx': 'without a session',
  'money/transactions/FilterDialog.tsx': 'reads',
  'care/trusted-contact/TrustedContact.tsx': 'shown in SettingsScreen.test.tsx',
}
const staff =
  /^(person\/calls|staff\/(agent-console|interest-rates|payment-rules|saved-texts|staff-\w+|user-notes|users))\//

test('each form of a customer is among them', () => {
  const files = execFileSync('git', ['grep', '-l', 'useForm(', 'src/features'], { encoding: 'utf8' }).trim().split('\n')
  const found = files.map((file) => file.replace('src/features/', '')).filter((file) => !staff.test(file))
  expect(found.toSorted()).toEqual(Object.keys(forms).toSorted())
})
