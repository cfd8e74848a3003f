import http from 'node:http'
import { z } from 'zod'
import { freePort } from '../postgres/ports'

const askedSchema = z.object({
  model: z.string(),
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
})
type Asked = { authorization: string | undefined; body: z.infer<typeof askedSchema> }

/** What the model does with a request; 'hang' answers never. */
export type Mood = { status?: number; headers?: Record<string, string>; body: string } | 'hang' | 'hang up'

export function completion(content: unknown): Mood {
  return { body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }) }
}

/** A server that speaks OpenAI's chat completions as the test wants it to, and remembers what it was asked. */
export async function startFakeModel() {
  const asked: Asked[] = []
  let moods: Mood[] = []

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = askedSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      asked.push({ authorization: request.headers.authorization, body })
      const mood = (moods.length > 1 ? moods.shift() : moods[0]) ?? { status: 500, body: '' }
      if (mood === 'hang') return
      if (mood === 'hang up') return request.destroy()
      const isRight = request.method === 'POST' && request.url === '/v1/chat/completions'
      response.writeHead(isRight ? (mood.status ?? 200) : 404, { 'content-type': 'application/json', ...mood.headers })
      response.end(mood.body)
    })
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    /** With a slash at the end, as some people write it. */
    baseUrl: `http://127.0.0.1:${port}/v1/`,
    asked,
    /** One after the other; the last one stays. */
    behave(...next: Mood[]): void {
      moods = next
      asked.length = 0
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
