import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'

const buttonClass = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-control border text-sm font-medium whitespace-nowrap select-none disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-transparent bg-primary text-on-primary hover:bg-primary/90 disabled:not-data-quiet:bg-muted disabled:not-data-quiet:text-muted-fg',
        secondary:
          'border-border bg-card text-fg hover:bg-muted disabled:not-data-quiet:text-muted-fg disabled:hover:bg-card',
        ghost:
          'border-transparent text-muted-fg hover:bg-muted hover:text-fg disabled:hover:bg-transparent',
        danger:
          'border-transparent bg-danger-surface text-on-danger hover:bg-danger-surface/90 disabled:not-data-quiet:bg-muted disabled:not-data-quiet:text-muted-fg',
      },
      size: {
        small: 'h-11 px-3 md:h-8',
        medium: 'h-11 px-4 md:h-9',
        large: 'h-12 px-6 text-base',
        icon: 'size-11 md:size-9',
      },
      isWide: { true: 'w-full' },
    },
    defaultVariants: { variant: 'primary', size: 'medium' },
  },
)

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  VariantProps<typeof buttonClass> & {
    /** Applies the look to the only child, such as a link. */
    asChild?: boolean
    /** While the action runs the button is disabled, keeps its size and shows a spinner. */
    isPending?: boolean
    children: ReactNode
  }

export function Button({
  variant,
  size,
  isWide,
  asChild = false,
  isPending = false,
  disabled = false,
  type = 'button',
  children,
  ...props
}: ButtonProps) {
  const className = buttonClass({ variant, size, isWide })
  if (asChild) {
    return (
      <Slot.Root className={className} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type={type}
      disabled={disabled || isPending}
      aria-busy={isPending || undefined}
      className={className}
      {...props}
    >
      {isPending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  )
}
