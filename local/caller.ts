/** What the gateway knows about whoever sent a request, handed to every service behind it. */
export type Caller = {
  /** The role that the API key stands for. */
  role: 'anon' | 'service_role'
  /** The user's own JWT; null when Authorization is absent or merely repeats an API key. */
  token: string | null
  /** The socket's address: the one part of the route that nobody can make up. */
  address: string
}
