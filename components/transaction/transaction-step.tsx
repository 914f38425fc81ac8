import { Icon } from '@/components/ui/icon';

/** Link to an adjacent transaction; dimmed where there is none. */
export function TransactionStep(props: {
  chainId: string;
  hash: string | undefined;
  icon: 'chevronLeft' | 'chevronRight';
  text: string;
}) {
  const icon = <Icon name={props.icon} className="size-3.5" />;
  if (props.hash === undefined)
    return <span className="grid size-6 place-items-center text-line">{icon}</span>;
  return (
    <a
      href={`/${props.chainId}/tx/${props.hash}`}
      aria-label={props.text}
      title={props.text}
      className="grid size-6 place-items-center rounded-sm hover:bg-hover"
    >
      {icon}
    </a>
  );
}
