import type { ReactNode } from 'react'

type IconProps = { size?: number }

/** Line icons on a grid of 24. Always used beside a text or inside a labelled control. */
function Icon({ size = 20, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const RepeatIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 12a7.5 7.5 0 0 1 13-5.1L20 9.5M20 4.5v5h-5M19.5 12a7.5 7.5 0 0 1-13 5.1L4 14.5M4 19.5v-5h5" />
  </Icon>
)

export const TurnIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="11" width="12" height="9" rx="1.5" />
    <path d="M9 6.5h4a6 6 0 0 1 6 6V16M16 13.5l3 3 3-3" />
  </Icon>
)

export const MicrophoneIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="9" y="3" width="6" height="11" rx="3" />
    <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
  </Icon>
)

export const ArchiveIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 8.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1V8.5M3 4.5h18v4H3zM10 12.5h4" />
  </Icon>
)

export const RestoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5" />
  </Icon>
)

export const SearchIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)

export const ChevronDownIcon = (props: IconProps) => (
  <Icon size={16} {...props}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
)

export const ChevronLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
)

export const CheckIcon = (props: IconProps) => (
  <Icon size={18} {...props}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)

/** So-so. */
export const WaveIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 14c2.6-5.4 5.4-5.4 8-2s5.4 3.4 8-2" />
  </Icon>
)

export const SignOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10.5 12H21M17.5 8.5 21 12l-3.5 3.5" />
  </Icon>
)

export const PlayIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
  </Icon>
)

export const PauseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 6v12M15.5 6v12" strokeWidth="3" />
  </Icon>
)

export const StopIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="6.5" y="6.5" width="11" height="11" rx="1.5" fill="currentColor" />
  </Icon>
)

export const CloseIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />
  </Icon>
)

export const ClockIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7v5l3.5 2" />
  </Icon>
)

export const VolumeIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 9.5v5h3.5l5 4v-13l-5 4zM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11" />
  </Icon>
)

export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14" />
  </Icon>
)

export const UploadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 15V4M7.5 8l4.5-4.5L16.5 8M5 19.5h14" />
  </Icon>
)

export const ChevronRightIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m9.5 6 6 6-6 6" />
  </Icon>
)

export const WarningIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.3v.1" />
  </Icon>
)

export const SkipIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 6.5v11l8-5.5zM18 6.5v11" />
  </Icon>
)

export const CircleIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="7.5" strokeDasharray="2.4 3.1" />
  </Icon>
)

export const SurveyIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M8.5 5H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2.5M9 3.5h6v3H9zM8.5 12l1.2 1.2 2-2.2M14 12.2h2M8.5 17l1.2 1.2 2-2.2M14 17.2h2" />
  </Icon>
)

export const TutorialIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.4v.1" />
  </Icon>
)

export const InfoIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.2M12 7.8v.1" />
  </Icon>
)

export const MoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5.5v.1M12 12v.1M12 18.5v.1" strokeWidth="2.6" />
  </Icon>
)

export const EditIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 19 .8-3.8L16.2 4.8a1.7 1.7 0 0 1 2.4 0l.6.6a1.7 1.7 0 0 1 0 2.4L8.8 18.2 5 19Z" />
  </Icon>
)

export const CommentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H10l-4 3.5v-3.5a1.5 1.5 0 0 1-1.5-1.5v-8.5Z" />
  </Icon>
)

export const FileIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 3.5h6.5L18.5 8.5v10a2 2 0 0 1-2 2h-9.5a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z" />
    <path d="M13.5 3.5v5h5" />
  </Icon>
)

export const TrashIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12a1.5 1.5 0 0 0 1.5 1.5h6.4a1.5 1.5 0 0 0 1.5-1.5l.8-12M10 11v5.5M14 11v5.5" />
  </Icon>
)

export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="5.5" width="16" height="14.5" rx="1.5" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4M8.5 14h3" />
  </Icon>
)

export const PrintIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 8.5V4h10v4.5M7 17H4.5V9.5a1 1 0 0 1 1-1h13a1 1 0 0 1 1 1V17H17M7 14h10v6H7z" />
  </Icon>
)

export const LoopIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M17 3.5 20 6.5l-3 3M20 6.5H8a4 4 0 0 0-4 4M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4" />
  </Icon>
)

export const ZoomInIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5M8 11h6M11 8v6" />
  </Icon>
)

export const ZoomOutIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5M8 11h6" />
  </Icon>
)

export const FitIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5v14M20 5v14M7 12h10M9.5 9.5 7 12l2.5 2.5M14.5 9.5 17 12l-2.5 2.5" />
  </Icon>
)

export const KeyboardIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="3" y="6" width="18" height="12" rx="2" />
    <path d="M7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M7 14h10" />
  </Icon>
)
