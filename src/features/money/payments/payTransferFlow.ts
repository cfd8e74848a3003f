import { nullable, object, oneOf, withDefault } from '@/lib/json'
import { checkTransfer } from './checkPayForm'
import type { MovedReceipt } from './ownMove'
import type { PayeeCheck } from './payeeCheck'
import { emptyPayForm, readPayForm, type PayForm } from './payForm'
import type { PaymentDetails } from './payment'

const steps = ['menu', 'pay-someone', 'transfer-accounts', 'confirmation'] as const
/** 'success': the entry has a receipt. */
export type Step = (typeof steps)[number] | 'success'

/** A payee whose details are edited, with what was typed for the payment. */
export type SavedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber' | 'reference' | 'amount'>

/** What was typed, and the check of this payee. */
export type PayDraft = { form: PayForm; check: PayeeCheck | null }

export const emptyPayDraft: PayDraft = { form: emptyPayForm, check: null }

export type PayTransferState = PayDraft & { step: Step }

/** The state that a screen shows; `transfer` at the confirmation. */
export type ShownPayTransfer = PayTransferState & { transfer: PaymentDetails | null }

export type PayTransferAction =
  /** `amount`: with which another screen has opened the menu. */
  | { type: 'choose'; step: 'pay-someone' | 'transfer-accounts'; amount: string }
  | { type: 'type'; change: Partial<PayForm> }
  /** The transfer as it was checked. What was typed since is not in it. */
  | { type: 'continue'; form: Partial<PayForm>; check: PayeeCheck | null }
  /** A transfer between two accounts of the customer was made. */
  | { type: 'moved'; moved: MovedReceipt }
  | { type: 'edit amount' }
  | { type: 'back' }
  | { type: 'close' }
  | { type: 'move money again' }

const stepBefore: Record<Step, Step> = {
  menu: 'menu',
  'pay-someone': 'menu',
  'transfer-accounts': 'menu',
  confirmation: 'pay-someone',
  success: 'success',
}

/** The reducer of /pay-transfer. */
export function payTransferFlow(state: PayTransferState, action: PayTransferAction): PayTransferState {
  switch (action.type) {
    case 'choose':
      // An amount typed for a transfer is not the amount of another payment.
      return { ...state, step: action.step, form: { ...state.form, amount: action.amount } }
    case 'type':
      return typeInto(state, action.change)
    case 'continue': {
      const form = { ...state.form, ...action.form }
      return state.step === 'transfer-accounts' && !('errors' in checkTransfer(form))
        ? { ...state, step: 'confirmation', form, check: action.check }
        : state
    }
    case 'moved':
      return { step: 'success', ...emptyPayDraft }
    case 'edit amount':
      return { ...state, step: 'transfer-accounts' }
    case 'back':
      return { ...state, step: stepBefore[state.step] }
    case 'close':
      return { ...state, step: 'menu' }
    default:
      // 'move money again'
      return { step: 'menu', ...emptyPayDraft }
  }
}

/** The check is of the payee that was typed: it does not hold for another one. */
function typeInto(state: PayTransferState, change: Partial<PayForm>): PayTransferState {
  const form = { ...state.form, ...change }
  const isChecked = (['recipient', 'sortCode', 'accountNumber'] as const).every(
    (field) => form[field] === state.form[field],
  )
  return { ...state, form, check: isChecked ? state.check : null }
}

/** The state at an entry of the history. A step without the data that it needs becomes the step before it. */
export function resumePayTransfer(step: Step, draft: PayDraft): ShownPayTransfer {
  if (step !== 'confirmation') return { ...draft, step, transfer: null }
  const transfer = checkTransfer(draft.form)
  return 'errors' in transfer ? { ...draft, step: 'transfer-accounts', transfer: null } : { ...draft, step, transfer }
}

const readNavigation = object({
  step: withDefault(oneOf(...steps), 'menu'),
  from: withDefault(nullable(oneOf(...steps)), null),
  payee: readPayForm,
})

/** The step in an entry of the browser's history. Default: the menu. */
export function readStep(value: unknown): Step {
  return readNavigation(value)?.step ?? 'menu'
}

/** The step of the entry before, if that is known: going back leads there. */
export function readStepBefore(value: unknown): Step | null {
  return readNavigation(value)?.from ?? null
}

/** The payee that another screen passes in its navigation state: `{ payee }`. */
export function readChosenPayee(value: unknown): SavedPayee | null {
  const { recipient, sortCode, accountNumber, reference, amount } = readNavigation(value)?.payee ?? emptyPayForm
  const isComplete = recipient !== '' && sortCode !== '' && accountNumber !== ''
  return isComplete ? { recipient, sortCode, accountNumber, reference, amount } : null
}
