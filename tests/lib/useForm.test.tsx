import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { toast } from '@/lib/toast'
import { useForm } from '@/lib/useForm'

type Values = { name: string; amount: string }

const nameMissing = { toast: { title: 'Check details', text: 'Enter a name.' }, errors: { name: 'Enter a name.' } }

type FormProps = {
  submit: (values: Values) => unknown
  onSuccess?: (submitted: Values) => void
  onChange?: (values: Values) => void
  initial?: Values
  draft?: string
  forgetsOnLeave?: boolean
}

const empty: Values = { name: '', amount: '1' }

function Form({ submit, onSuccess, onChange, initial = empty, draft, forgetsOnLeave }: FormProps) {
  const form = useForm({
    initial,
    draft,
    forgetsOnLeave,
    check: (values: Values) => (values.name === '' ? nameMissing : values),
    submit,
    onSuccess: (submitted) => {
      form.reset(submitted)
      onSuccess?.(submitted)
    },
    onChange,
    failedField: (error) => (error === 'no funds' ? 'amount' : undefined),
  })
  return (
    <form {...form.props} aria-label="Form" aria-busy={form.isPending}>
      <input aria-label="Name" aria-invalid={form.errors.name !== undefined} {...form.input('name')} />
      <input aria-label="Amount" aria-invalid={form.errors.amount !== undefined} {...form.input('amount')} />
      <output>{form.errors.name ?? form.errors.amount}</output>
      <p role="alert">{form.problem?.title}</p>
    </form>
  )
}

const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submitForm = () => act(async () => void fireEvent.submit(screen.getByRole('form')))

/** A submit that the test settles. */
function later() {
  let settle = { resolve: () => {}, reject: (_error: unknown) => {} }
  const submit = vi.fn<(values: Values) => Promise<void>>(
    () => new Promise<void>((resolve, reject) => (settle = { resolve, reject })),
  )
  return {
    submit,
    resolve: () => act(async () => settle.resolve()),
    reject: (error: unknown) => act(async () => settle.reject(error)),
  }
}

describe('an invalid form', () => {
  test('an invalid form is not submitted, shows the toast and the errors, and focuses the first invalid field', async () => {
    const error = vi.spyOn(toast, 'error').mockReturnValue(undefined)
    const submit = vi.fn<() => void>()
    render(<Form submit={submit} />)
    await submitForm()
    expect(submit).not.toHaveBeenCalled()
    expect(error).toHaveBeenCalledWith(nameMissing.toast)
    expect(field('Name')).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('Enter a name.')
    // The field says it.
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  })

  test('clears the error of an edited field', async () => {
    vi.spyOn(toast, 'error').mockReturnValue(undefined)
    render(<Form submit={() => undefined} />)
    await submitForm()
    type('Amount', '2')
    expect(field('Name')).toBeInvalid()
    type('Name', 'A')
    expect(field('Name')).toBeValid()
    expect(screen.getByRole('alert')).toBeEmptyDOMElement()
  })
})

describe('a submit', () => {
  test('runs once at a time', async () => {
    const { submit, resolve } = later()
    render(<Form submit={submit} initial={{ name: 'A', amount: '1' }} />)
    await submitForm()
    await submitForm()
    expect(submit).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'true')
    await resolve()
    expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false')
  })

  test.each([
    [{ code: 'PT400', message: 'Not this amount.', hint: 'field:amount' }, 'Amount', 'Not this amount.'],
    [{ code: 'PT400', message: 'Not this name.', hint: 'field:name' }, 'Name', 'Not this name.'],
    ['no funds', 'Amount', /Something went wrong\. Try again\. Reference: [A-Z2-9]{6}/],
  ])('a submit that fails with %j shows the error at %s and keeps the values', async (error, name, text) => {
    const { submit, reject } = later()
    render(<Form submit={submit} />)
    type('Name', 'A')
    await submitForm()
    await reject(error)
    expect(field(name)).toBeInvalid()
    expect(field(name)).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent(text)
    expect(field('Name')).toHaveValue('A')
  })

  test.each(['field:unknown', 'insufficient-funds', null])(
    'that fails with the hint %j shows no field error',
    async (hint) => {
      const { submit, reject } = later()
      render(<Form submit={submit} initial={{ name: 'A', amount: '1' }} />)
      await submitForm()
      await reject({ code: 'PT400', message: 'No.', hint })
      expect(screen.getByRole('status')).toBeEmptyDOMElement()
      expect(screen.getByRole('alert')).toHaveTextContent('Error')
    },
  )

  test('a submit that succeeds resets the form, except for a field that was edited since', async () => {
    const { submit, resolve } = later()
    render(<Form submit={submit} />)
    type('Name', 'A')
    type('Amount', '5')
    await submitForm()
    type('Amount', '6')
    await resolve()
    expect(field('Name')).toHaveValue('')
    expect(field('Amount')).toHaveValue('6')
  })

  test('a submit does not call onSuccess after the form is unmounted', async () => {
    const { submit, resolve } = later()
    const onSuccess = vi.fn<() => void>()
    const { unmount } = render(<Form submit={submit} onSuccess={onSuccess} initial={{ name: 'A', amount: '1' }} />)
    await submitForm()
    unmount()
    await resolve()
    expect(onSuccess).not.toHaveBeenCalled()
  })
})

test('an untouched field follows the initial value, an edited one does not', () => {
  const { rerender } = render(<Form submit={() => undefined} initial={{ name: 'A', amount: '1' }} />)
  type('Amount', '2')
  rerender(<Form submit={() => undefined} initial={{ name: 'B', amount: '9' }} />)
  expect(field('Name')).toHaveValue('B')
  expect(field('Amount')).toHaveValue('2')
})

test('reports every edit with all values', () => {
  const onChange = vi.fn<(values: Values) => void>()
  render(<Form submit={() => undefined} onChange={onChange} />)
  type('Name', 'A')
  expect(onChange).toHaveBeenCalledWith({ name: 'A', amount: '1' })
})

describe('a draft', () => {
  const form = (submit: FormProps['submit'] = vi.fn<FormProps['submit']>()) => (
    <Form submit={submit} draft="test:user-1" />
  )
  const openAgain = (view: ReturnType<typeof render>) => {
    view.unmount()
    return render(form())
  }

  test('shows what was typed in the form before a reload', () => {
    const view = render(form())
    type('Name', 'Ada')
    type('Amount', '5')
    openAgain(view)
    expect(field('Name')).toHaveValue('Ada')
    expect(field('Amount')).toHaveValue('5')
  })

  test('a draft is not kept after the form has been sent, also without an answer', async () => {
    for (const submit of [vi.fn<FormProps['submit']>(), () => Promise.reject(new TypeError('Failed to fetch'))]) {
      const view = render(form(submit))
      type('Name', 'Ada')
      await submitForm()
      const again = openAgain(view)
      expect(field('Name')).toHaveValue('')
      again.unmount()
    }
  })

  test('a draft is kept when the server refuses it', async () => {
    const view = render(form(() => Promise.reject({ code: 'PT401', message: 'Your session has ended.' })))
    type('Name', 'Ada')
    await submitForm()
    openAgain(view)
    expect(field('Name')).toHaveValue('Ada')
  })

  test('a draft of a form that edits what is stored is forgotten when the form is left', async () => {
    const edit = <Form submit={vi.fn<FormProps['submit']>()} draft="test:user-1" forgetsOnLeave />
    const view = render(<StrictMode>{edit}</StrictMode>)
    type('Name', 'Ada')
    await Promise.resolve()
    expect(sessionStorage.getItem('draft:test:user-1')).toContain('Ada')
    view.unmount()
    await Promise.resolve()
    expect(sessionStorage.getItem('draft:test:user-1')).toBeNull()
  })

  test('ignores what it does not know', () => {
    sessionStorage.setItem('draft:test:user-1', JSON.stringify({ name: 5, other: 'x', amount: '7' }))
    render(form())
    expect(field('Name')).toHaveValue('')
    expect(field('Amount')).toHaveValue('7')
  })
})
