import type { ChatMessage } from './chatMessage.ts'

/** `timeoutMs`: the customer waits no longer for the model, and gets the built-in answer. */
export type Model = { baseUrl: string; apiKey: string; name: string; timeoutMs: number }
export type Prompt = (ChatMessage | { role: 'system'; content: string })[]

/** A failed call of the model. The message never contains the address, the key or the chat. */
export class ModelFailure extends Error {
  constructor(
    reason: string,
    /** How long to wait before the retry. Null when a retry cannot help. */
    readonly retryAfterMs: number | null,
  ) {
    super(`The model ${reason}.`)
    this.name = 'ModelFailure'
  }
}

const defaultPauseMs = 300
const maxPauseMs = 5000
const maxAnswerLength = 2000

/** Calls an endpoint with OpenAI's chat completions API, with one retry within the same time. */
export async function askModel(model: Model, messages: Prompt): Promise<string> {
  const signal = AbortSignal.timeout(model.timeoutMs)
  try {
    return await ask(model, messages, signal)
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.retryAfterMs === null) throw error
    const { retryAfterMs } = error
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return ask(model, messages, signal)
  }
}

async function ask({ baseUrl, apiKey, name }: Model, messages: Prompt, signal: AbortSignal): Promise<string> {
  const { status, retryAfter, text } = await reach(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: name, messages }),
    // Send the key and the chat to the configured address only.
    redirect: 'manual',
    signal,
  })
  if (status === 429 || status >= 500) throw new ModelFailure(`answered ${status}`, pauseMs(retryAfter))
  if (status !== 200) throw new ModelFailure(`answered ${status}`, null)
  return contentOf(text)
}

async function reach(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    throw new ModelFailure(isTimeout ? 'took too long' : 'could not be reached', isTimeout ? null : defaultPauseMs)
  }
}

/** The customer is waiting: no retry when the server asks for more than a few seconds. */
function pauseMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return defaultPauseMs
  const milliseconds = Number(retryAfter) * 1000
  return milliseconds >= 0 && milliseconds <= maxPauseMs ? milliseconds : null
}

type Completion = { choices?: { message?: { content?: unknown } | null }[] } | null

function contentOf(text: string): string {
  const content = parse(text)?.choices?.[0]?.message?.content
  if (typeof content !== 'string' || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(content)) {
    throw new ModelFailure('gave an answer without content', null)
  }
  return Array.from(content.trim()).slice(0, maxAnswerLength).join('')
}

function parse(text: string): Completion {
  try {
    return JSON.parse(text)
  } catch {
    throw new ModelFailure('gave an answer that is not JSON', null)
  }
}
