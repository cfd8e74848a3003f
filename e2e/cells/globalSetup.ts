import setUp from '../globalSetup'

/** The web addresses in the build. The journey replaces them by those of its servers. */
export const builtAddresses = ['http://north.build.invalid', 'http://south.build.invalid'] as const

export default async function setUpCells() {
  process.env.VITE_CELLS = `Fernbank North=${builtAddresses[0]},Fernbank South=${builtAddresses[1]}`
  return setUp()
}
