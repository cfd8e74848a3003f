/** The sender of a request, as the gateway passes it to the services. */
export type Caller = {
  /** The role of the API key. */
  role: 'anon' | 'service_role'
  /** The user's JWT; null when Authorization is absent or repeats an API key. */
  token: string | null
  /** The socket's address. Unlike the forwarded addresses, the client cannot choose it. */
  address: string
}
