import { describe, expect, test } from 'vitest'
import { emptyPayForm, readPayee, readPayForm, type PayForm } from '@/features/money/payments/payForm'
import {
  payTransferFlow,
  readChosenPayee,
  readStep,
  resumePayTransfer,
  type PayTransferAction,
  type PayTransferState,
  type Step,
} from '@/features/money/payments/payTransferFlow'

const filled: PayForm = {
  recipient: 'Olive Outside',
  sortCode: '20-00-00',
  accountNumber: '12345678',
  accountType: 'Business',
  reference: 'Rent',
  amount: '25',
  fromId: '',
}
const at = (step: Step, form = filled): PayTransferState => ({ step, form, check: null })

describe('the steps', () => {
  const moves: [Step, PayTransferAction, Step][] = [
    ['menu', { type: 'choose', step: 'pay-someone', amount: '' }, 'pay-someone'],
    ['menu', { type: 'choose', step: 'transfer-accounts', amount: '' }, 'transfer-accounts'],
    ['pay-someone', { type: 'close' }, 'menu'],
    ['pay-someone', { type: 'back' }, 'menu'],
    ['transfer-accounts', { type: 'back' }, 'menu'],
    ['transfer-accounts', { type: 'continue', form: {}, check: null }, 'confirmation'],
    ['confirmation', { type: 'back' }, 'pay-someone'],
    ['success', { type: 'back' }, 'success'],
    ['success', { type: 'move money again' }, 'menu'],
  ]
  test.each(moves)('%s, %j → %s', (from, action, to) => {
    expect(payTransferFlow(at(from), action).step).toBe(to)
  })

  test('continue requires a complete transfer', () => {
    const state = at('transfer-accounts', { ...filled, amount: '0' })
    expect(payTransferFlow(state, { type: 'continue', form: {}, check: null })).toBe(state)
  })

  test("an amount typed for a transfer is not another payment's", () => {
    for (const amount of ['', '12.50'])
      expect(payTransferFlow(at('menu'), { type: 'choose', step: 'pay-someone', amount }).form).toEqual({
        ...filled,
        amount,
      })
  })

  test('an edit changes only its field', () => {
    expect(payTransferFlow(at('pay-someone'), { type: 'type', change: { reference: 'Food' } })).toEqual(
      at('pay-someone', { ...filled, reference: 'Food' }),
    )
  })

  test('the transfer that was checked is the one to confirm, and keeps its check until its payee is edited', () => {
    const checked = { ...filled, recipient: 'Olive Outside', accountNumber: '87654321' }
    const check = { id: 'check-1', outcome: 'match' as const }
    const confirmed = payTransferFlow(at('transfer-accounts'), { type: 'continue', form: checked, check })
    expect(confirmed).toMatchObject({ step: 'confirmation', form: checked, check })
    const edited = (change: Partial<PayForm>) =>
      payTransferFlow(confirmed, { type: 'type', change: { ...checked, ...change } })
    expect(edited({ amount: '30' }).check).toEqual(check)
    expect(edited({ accountNumber: '12345678' }).check).toBeNull()
  })

  test('back from the confirmation keeps what was typed', () => {
    expect(payTransferFlow(at('confirmation'), { type: 'back' }).form).toEqual(filled)
  })

  test("'Move money again' resets to the menu and an empty form with account type Personal", () => {
    expect(emptyPayForm).toMatchObject({ recipient: '', amount: '', accountType: 'Personal' })
    expect(payTransferFlow(at('success'), { type: 'move money again' })).toEqual({
      step: 'menu',
      form: emptyPayForm,
      check: null,
    })
  })
})

describe('an entry of the history', () => {
  test.each(['menu', 'pay-someone', 'transfer-accounts', 'confirmation'] as const)('%s is shown again', (step) => {
    expect(resumePayTransfer(step, { form: filled, check: null }).step).toBe(step)
  })

  test('a confirmation without a transfer becomes the form', () => {
    expect(resumePayTransfer('confirmation', { form: emptyPayForm, check: null }).step).toBe('transfer-accounts')
  })

  test.each([null, undefined, 'menu', {}, { step: 'elsewhere' }, { step: 'success' }])('%j means the menu', (state) => {
    expect(readStep(state)).toBe('menu')
  })
})

describe('a payee selected on another screen', () => {
  const payee = { recipient: 'Piet', sortCode: '00-12-34', accountNumber: '87654321' }

  test('a payee selected on another screen is read from the navigation state', () => {
    expect(readChosenPayee({ payee })).toEqual({ ...payee, reference: '', amount: '' })
    const again = { ...payee, reference: 'Rent', amount: '5.00' }
    expect(readChosenPayee({ payee: again })).toEqual(again)
  })

  test.each([null, {}, { payee: null }, { payee: { ...payee, accountNumber: '' } }, payee])(
    '%j contains none',
    (state) => {
      expect(readChosenPayee(state)).toBeNull()
    },
  )
})

describe('stored values', () => {
  test('an unreadable value is an empty form', () => {
    expect(readPayForm(null)).toEqual(emptyPayForm)
    expect(readPayForm({ recipient: 5, accountType: 'Charity' })).toEqual(emptyPayForm)
    expect(readPayForm({ ...filled, more: 1 })).toEqual(filled)
  })

  test('a payee has a name, a sort code and an account number', () => {
    const { amount: _amount, fromId: _fromId, ...payee } = filled
    expect(readPayee(payee)).toEqual(payee)
    expect(readPayee({ ...payee, accountNumber: '' })).toBeNull()
    expect(readPayee(undefined)).toBeNull()
    expect(readPayee({ receipt: { amount: 1, recipient: 'A' } })).toBeNull()
  })
})
