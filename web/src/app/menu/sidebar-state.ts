import { oneYearSeconds, readCookie, writeCookie } from '../../kit/state/cookie.ts'
import { createStore } from '../../kit/state/store.ts'

const cookieName = 'sidebarStatus'

/** Below this width in pixels the menu overlays the page (product.md section 9). */
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

/** Stores the user's choice; the automatic closing on a small screen is not stored. */
export function toggleSidebar(): void {
  sidebarStore.set((state) => {
    if (!state.isMobile) writeCookie(cookieName, state.isOpen ? '0' : '1', oneYearSeconds)
    return { ...state, isOpen: !state.isOpen }
  })
}

/** Closes the menu if it overlays the page. */
export function closeMobileSidebar(): void {
  sidebarStore.set((state) => (state.isMobile ? { ...state, isOpen: false } : state))
}

/** Follows the width of the window. */
export function watchWidth(): () => void {
  const query = matchMedia(`(min-width: ${mobileBelow}px)`)
  const update = (): void => sidebarStore.set(initial())
  query.addEventListener('change', update)
  return () => query.removeEventListener('change', update)
}
