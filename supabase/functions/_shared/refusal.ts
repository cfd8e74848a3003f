/** A refusal that the caller may read, with its HTTP status. Every other error is hidden from the caller. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.name = 'Refusal'
  }
}
