/** "1 item", "2,340 items". */
export const manyItems = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en-US')} items`);
