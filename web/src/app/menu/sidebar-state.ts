import { oneYearSeconds, readCookie, writeCookie } from '../../kit/cookie.ts'
import { createStore } from '../../kit/store.ts'

const cookieName = 'sidebarStatus'

/** Below this many pixels the menu lies over the page (product.md section 9). */
export const mobileBelow = 992

export interface SidebarState {
  isOpen: boolean
  isMobile: boolean
}

function initial(): SidebarState {
  const isMobile = typeof window !== 'undefined' && window.innerWidth < mobileBelow
  return { isMobile, isOpen: !isMobile && readCookie(cookieName) !== '0' }
}

export const sidebarStore = createStore<SidebarState>(
  typeof window === 'undefined' ? { isOpen: true, isMobile: false } : initial(),
)

/** The person's own choice is kept; the automatic closing on a small screen is not. */
export function toggleSidebar(): void {
  sidebarStore.set((state) => {
    if (!state.isMobile) writeCookie(cookieName, state.isOpen ? '0' : '1', oneYearSeconds)
    return { ...state, isOpen: !state.isOpen }
  })
}

/** Closes a menu that lies over the page. */
export function closeMobileSidebar(): void {
  sidebarStore.set((state) => (state.isMobile ? { ...state, isOpen: false } : state))
}

/** Follows the window's width. */
export function watchWidth(): () => void {
  const query = matchMedia(`(min-width: ${mobileBelow}px)`)
  const update = (): void => sidebarStore.set(initial())
  query.addEventListener('change', update)
  return () => query.removeEventListener('change', update)
}
