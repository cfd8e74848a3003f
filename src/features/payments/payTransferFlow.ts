import { nullable, number, object, oneOf, text, withDefault } from '@/lib/json'
import { checkTransfer, type Transfer } from './checkPayForm'
import { emptyPayForm, readPayee, type PayForm } from './payForm'

const steps = ['menu', 'pay-someone', 'transfer-accounts', 'confirmation', 'success'] as const
export type Step = (typeof steps)[number]

/** What the success screen shows; `amount` in pence. */
export type Receipt = { amount: number; recipient: string }

/** A payee who was paid before. */
export type SavedPayee = Pick<PayForm, 'recipient' | 'sortCode' | 'accountNumber'>

export type PayTransferState = { step: Step; form: PayForm; receipt: Receipt | null }

/** The state that a screen shows; `transfer` at the confirmation. */
export type ShownPayTransfer = PayTransferState & { transfer: Transfer | null }

export type PayTransferAction =
  | { type: 'choose'; step: 'pay-someone' | 'transfer-accounts' }
  | { type: 'choose payee'; payee: SavedPayee }
  | { type: 'type'; change: Partial<PayForm> }
  | { type: 'continue' }
  | { type: 'back' }
  | { type: 'close' }
  | { type: 'paid'; receipt: Receipt }
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
      return { ...state, step: action.step }
    case 'choose payee':
      return { step: 'pay-someone', form: { ...emptyPayForm, ...action.payee }, receipt: null }
    case 'type':
      return { ...state, form: { ...state.form, ...action.change } }
    case 'continue':
      return state.step === 'transfer-accounts' && !('errors' in checkTransfer(state.form))
        ? { ...state, step: 'confirmation' }
        : state
    case 'back':
      return { ...state, step: stepBefore[state.step] }
    case 'close':
      return { ...state, step: 'menu' }
    case 'paid':
      return { step: 'success', form: emptyPayForm, receipt: action.receipt }
    default:
      // 'move money again'
      return { step: 'menu', form: emptyPayForm, receipt: null }
  }
}

/** The state at an entry of the history. A step without the data that it needs becomes the step before it. */
export function resumePayTransfer(place: { step: Step; receipt: Receipt | null }, form: PayForm): ShownPayTransfer {
  const none = { form, receipt: null, transfer: null }
  if (place.step === 'success' && place.receipt === null) return { ...none, step: 'menu' }
  if (place.step !== 'confirmation') return { ...place, form, transfer: null }
  const transfer = checkTransfer(form)
  return 'errors' in transfer ? { ...none, step: 'transfer-accounts' } : { ...place, form, transfer }
}

const readNavigation = object({
  step: withDefault(oneOf(...steps), 'menu'),
  payee: (json) => readPayee(json),
  receipt: withDefault(nullable(object<Receipt>({ amount: number, recipient: text })), null),
})

/** The step in an entry of the browser's history. Default: the menu. */
export function readStep(value: unknown): Step {
  return readNavigation(value)?.step ?? 'menu'
}

/** The payee that another screen passes in its navigation state: `{ payee }`. */
export function readChosenPayee(value: unknown): SavedPayee | null {
  const payee = readNavigation(value)?.payee ?? null
  return payee && { recipient: payee.recipient, sortCode: payee.sortCode, accountNumber: payee.accountNumber }
}

export function readReceipt(value: unknown): Receipt | null {
  return readNavigation(value)?.receipt ?? null
}
