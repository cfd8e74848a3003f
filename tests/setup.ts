import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => cleanup())

// The first screen of an area loads the code of all its screens, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
