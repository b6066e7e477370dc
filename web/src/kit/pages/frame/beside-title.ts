import { createContext } from 'react'
import type { ReactNode } from 'react'

/** What the application shows beside the title of a page, such as the mark of a favourite. */
export const BesideTitle = createContext<ReactNode>(null)
