import { Component, type ReactNode } from 'react'
import { CrashMessage } from './CrashMessage.tsx'

/** The last resort: a mistake of ours while drawing, or a part of the application that did not load. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <CrashMessage /> : this.props.children
  }
}
