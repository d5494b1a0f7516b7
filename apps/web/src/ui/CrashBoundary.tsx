import { Component, type ReactNode } from 'react'
import { CrashMessage } from './CrashMessage.tsx'

/** Last resort for a render error or a code chunk that failed to load. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashMessage /> : this.props.children
  }
}
