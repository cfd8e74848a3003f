import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { messageOf, refusalOf } from './errors'
import { draftStore } from './storage'
import { toast, type ToastWords } from './toast'

/** The error text of each invalid field. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>

/** Why a form was not submitted. */
export type Problem<Field extends string> = { toast: ToastWords; errors: FieldErrors<Field> }

/** A problem that the field errors explain without a toast. */
export type FieldProblem<Field extends string> = { errors: FieldErrors<Field> }

type AnyProblem<Field extends string> = Problem<Field> | (FieldProblem<Field> & { toast?: undefined })

type FieldOf<Values> = keyof Values & string

/** What `check` returns when nothing is wrong. */
type Checked<Result> = Exclude<Result, { errors: object }>

type FormOptions<Values, Result> = {
  /** What an untouched field shows. May change while the form is open. */
  initial: Values
  /** The value to submit, or what is wrong with the fields. */
  check: (values: Values) => Result | AnyProblem<FieldOf<Values>>
  /** The form is pending until the returned promise settles. */
  submit: (checked: Checked<Result>) => unknown
  /** Called after a successful submit, unless the form has been unmounted. */
  onSuccess?: (submitted: Values) => void
  /** Called after a failed submit, unless the form has been unmounted. */
  onFailure?: (error: unknown) => void
  /** The words for a failed submit. Default: 'Error' and the server's message. */
  failure?: (error: unknown) => ToastWords
  /** The field that a failed submit is about, where the server's hint does not name it. */
  failedField?: (error: unknown) => FieldOf<Values> | undefined
  /** Keeps what is typed for a reload and for the same user's next sign-in. The name contains the user's id. */
  draft?: string
  /** For a form that edits what is stored: leaving it forgets its draft, and it shows the stored values the next time. */
  forgetsOnLeave?: boolean
  /** Called with the new values after each edit, to store a draft of more than this form. */
  onChange?: (values: Values) => void
}

/** A form's values, errors and submission. Spread `props` on the <form>, and `input(name)` on each control. */
export function useForm<Values extends Record<string, string>, Result>(options: FormOptions<Values, Result>) {
  type Field = FieldOf<Values>
  const [edited, setEdited] = useState(() => readDraft(options.draft, options.initial))
  const [problem, setProblem] = useState<AnyProblem<Field> | null>(null)
  const [isPending, setIsPending] = useState(false)
  // A second press can come before React has rendered the pending button.
  const isRunning = useRef(false)
  const isMounted = useRef(false)
  const element = useRef<HTMLFormElement>(null)
  const errors: FieldErrors<Field> = problem?.errors ?? {}
  const values: Values = { ...options.initial, ...edited }

  const forgotten = options.forgetsOnLeave === true ? options.draft : undefined

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // In development React mounts twice. When a session ends, its drafts are set aside before the form is left.
      queueMicrotask(() => {
        if (forgotten !== undefined && !isMounted.current) draftStore.clear(forgotten)
      })
    }
  }, [forgotten])

  const set = (change: Partial<Values>) => {
    setEdited((current) => ({ ...current, ...change }))
    setProblem((current) => withoutFields(current, change))
    if (options.draft !== undefined) draftStore.write(options.draft, { ...edited, ...change })
    options.onChange?.({ ...values, ...change })
  }

  const show = (found: AnyProblem<Field>) => {
    flushSync(() => setProblem(found))
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  const fail = (error: unknown) => {
    const words = options.failure?.(error) ?? { title: 'Error', text: messageOf(error) }
    const field = options.failedField?.(error) ?? refusalOf(error)?.field
    const noErrors: FieldErrors<Field> = {}
    options.onFailure?.(error)
    show({
      toast: words,
      errors: isFieldOf(values, field) ? { ...noErrors, [field]: words.text ?? words.title } : noErrors,
    })
  }

  const submit = (submitted: Values) => {
    if (isRunning.current) return
    const result = options.check(submitted)
    if (isChecked(result)) return void send(result, submitted)
    if (!isProblem<Field>(result)) return
    if (result.toast !== undefined) toast.error(result.toast)
    show(result)
  }

  const send = async (checked: Checked<Result>, submitted: Values) => {
    isRunning.current = true
    setProblem(null)
    setIsPending(true)
    try {
      // Without an answer, the server may have done it: after a reload the form must not suggest it again.
      if (options.draft !== undefined) draftStore.clear(options.draft)
      await options.submit(checked)
      if (isMounted.current) options.onSuccess?.(submitted)
    } catch (error) {
      if (options.draft !== undefined && refusalOf(error) !== null) draftStore.write(options.draft, submitted)
      if (isMounted.current) fail(error)
    } finally {
      isRunning.current = false
      setIsPending(false)
    }
  }

  const input = (field: Field) => ({
    value: values[field],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => {
      const change: Partial<Values> = {}
      set({ ...change, [field]: event.target.value })
    },
  })

  return {
    values,
    errors,
    /** What to show above the submit button: what no field says. */
    problem: Object.keys(errors).length > 0 ? null : (problem?.toast ?? null),
    isPending,
    set,
    /** What would be submitted now. Null: something is wrong with the fields. */
    checked: (): Checked<Result> | null => {
      const result = options.check(values)
      return isChecked(result) ? result : null
    },
    /** Submits with these values at once, before React has rendered them. */
    submitWith: (change: Partial<Values>) => submit({ ...values, ...change }),
    /** Back to `initial`. With `submitted`, a field that has been edited since keeps its text. */
    reset: (submitted?: Values) => {
      setEdited((current) => (submitted === undefined ? {} : withoutSubmitted(current, submitted)))
      setProblem(null)
    },
    input,
    /** What a labelled control needs of a field: its value, its changes and what is wrong with it. */
    field: (field: Field) => ({ ...input(field), error: errors[field] }),
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: SubmitEvent) => {
        event.preventDefault()
        // React events bubble from a dialog to the form that renders it.
        event.stopPropagation()
        submit(values)
      },
    },
  }
}

/** The stored values of the fields that the form has. */
function readDraft<Values extends Record<string, string>>(name: string | undefined, initial: Values): Partial<Values> {
  const stored: unknown = name === undefined ? null : draftStore.read(name)
  const draft: Partial<Values> = {}
  if (typeof stored !== 'object' || stored === null) return draft
  const texts = Object.entries(stored).filter(([field, text]) => field in initial && typeof text === 'string')
  return { ...draft, ...Object.fromEntries(texts) }
}

function isChecked<Result>(result: Result): result is Checked<Result> {
  return !isProblem(result)
}

function isProblem<Field extends string>(result: unknown): result is AnyProblem<Field> {
  return typeof result === 'object' && result !== null && 'errors' in result
}

function isFieldOf<Values extends object>(values: Values, field: string | null | undefined): field is FieldOf<Values> {
  return typeof field === 'string' && field in values
}

/** The errors of the fields that have not been edited. Null when none is left. */
function withoutFields<Field extends string>(
  problem: AnyProblem<Field> | null,
  change: object,
): AnyProblem<Field> | null {
  if (problem === null) return null
  const errors = { ...problem.errors }
  for (const field in errors) if (field in change) delete errors[field]
  return Object.keys(errors).length === 0 ? null : { ...problem, errors }
}

function withoutSubmitted<Values extends object>(edited: Partial<Values>, submitted: Values): Partial<Values> {
  const left = { ...edited }
  for (const field in left) if (left[field] === submitted[field]) delete left[field]
  return left
}
