/** Ways in which the server fails to answer, and the default message that the app shows for each. */
export const faults: { fault: string; answer: () => Response; words: string | RegExp }[] = [
  {
    fault: 'the server is gone',
    answer: () => {
      throw new TypeError('Failed to fetch')
    },
    words: 'You appear to be offline. Check your connection and try again.',
  },
  {
    fault: 'the server answers 500',
    answer: () => Response.json({}, { status: 500 }),
    words: /^Something went wrong\. Try again\. Reference: [A-Z2-9]{6}$/,
  },
  {
    fault: 'a gateway answers 503 with an HTML page',
    answer: () =>
      new Response('<html><h1>503 Unavailable</h1></html>', { status: 503, headers: { 'Content-Type': 'text/html' } }),
    words: /^Something went wrong\. Try again\. Reference: [A-Z2-9]{6}$/,
  },
  {
    fault: 'a gateway answers 429',
    answer: () => new Response('Too Many Requests', { status: 429, headers: { 'Content-Type': 'text/plain' } }),
    words: /^Something went wrong\. Try again\. Reference: [A-Z2-9]{6}$/,
  },
]
