import type { ChatMessage } from './chatMessage.ts'

export type Model = { baseUrl: string; apiKey: string; name: string; timeoutMs: number }
export type Prompt = (ChatMessage | { role: 'system'; content: string })[]

/** Says what went wrong without the address, the key or anything that was said. */
export class ModelFailure extends Error {
  constructor(
    reason: string,
    /** How long to wait before it is worth another try; null when it is not. */
    readonly retryAfterMs: number | null,
  ) {
    super(`The model ${reason}.`)
    this.name = 'ModelFailure'
  }
}

const shortPauseMs = 300
const longestPauseMs = 5000
const longestAnswer = 2000

/** Asks any endpoint that speaks OpenAI's chat completions, and once more when that may help. */
export async function askModel(model: Model, messages: Prompt): Promise<string> {
  try {
    return await ask(model, messages)
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.retryAfterMs === null) throw error
    const { retryAfterMs } = error
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs))
    return ask(model, messages)
  }
}

async function ask({ baseUrl, apiKey, name, timeoutMs }: Model, messages: Prompt): Promise<string> {
  const { status, retryAfter, text } = await reach(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: name, messages }),
    // The key and the chat go to the configured address and nowhere else.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
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
    throw new ModelFailure(isTimeout ? 'took too long' : 'could not be reached', isTimeout ? 0 : shortPauseMs)
  }
}

/** The customer waits: a longer pause than a few seconds is as good as a no. */
function pauseMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return shortPauseMs
  const milliseconds = Number(retryAfter) * 1000
  return milliseconds >= 0 && milliseconds <= longestPauseMs ? milliseconds : null
}

type Completion = { choices?: { message?: { content?: unknown } | null }[] } | null

function contentOf(text: string): string {
  const content = parse(text)?.choices?.[0]?.message?.content
  if (typeof content !== 'string' || !/[\p{L}\p{N}\p{P}\p{S}]/u.test(content)) {
    throw new ModelFailure('gave an answer without content', null)
  }
  return Array.from(content.trim()).slice(0, longestAnswer).join('')
}

function parse(text: string): Completion {
  try {
    return JSON.parse(text)
  } catch {
    throw new ModelFailure('gave an answer that is not JSON', null)
  }
}
