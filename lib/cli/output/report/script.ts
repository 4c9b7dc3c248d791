/**
 * What the page does beside being read: filter, and lines from an object to what it names and what names it. It makes no markup of
 * texts, and stores nothing. Without it the page loses the lines; the links in the boxes say the same.
 */
export const SCRIPT = `
(function () {
  const byId = (id) => document.getElementById(id);
  const edges = byId('edges'), boxes = Array.from(document.querySelectorAll('.box'));
  const names = boxes.map((box) => box.dataset.names.split(' ').filter(Boolean).map((place) => boxes[place]));
  const links = boxes.flatMap((from, index) => names[index].map((to) => [from, to]));
  const few = links.length <= 40;
  let chosen;
  const inside = (box) => {
    const a = box.getBoundingClientRect(), b = edges.getBoundingClientRect();
    return { x: a.left - b.left + a.width / 2, top: a.top - b.top, bottom: a.bottom - b.top };
  };
  const draw = () => {
    edges.replaceChildren();
    boxes.forEach((box) => box.classList.remove('on'));
    for (const [from, to] of links) {
      const strong = from === chosen || to === chosen;
      if (strong) (from === chosen ? to : from).classList.add('on');
      if ((!few && !strong) || from.hidden || to.hidden) continue;
      const a = inside(from), b = inside(to), up = b.bottom <= a.top;
      const y1 = up ? a.top : a.bottom, y2 = up ? b.bottom : b.top > a.bottom ? b.top : b.bottom;
      const bend = Math.max(24, Math.min(90, Math.abs(y2 - y1) / 2));
      const c1 = up ? y1 - bend : y1 + bend, c2 = up || y2 === b.bottom ? y2 + bend : y2 - bend;
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', 'M' + a.x + ' ' + y1 + ' C' + a.x + ' ' + c1 + ' ' + b.x + ' ' + c2 + ' ' + b.x + ' ' + y2);
      if (strong) path.setAttribute('class', 'strong');
      edges.append(path);
    }
  };
  const choose = (box) => { if (box !== chosen) { chosen = box; draw(); } };
  boxes.forEach((box) => {
    box.addEventListener('mouseenter', () => choose(box));
    box.addEventListener('mouseleave', () => choose(undefined));
    box.addEventListener('focusin', () => choose(box));
    box.addEventListener('focusout', () => choose(undefined));
    box.addEventListener('toggle', draw, true);
  });
  const filter = byId('filter');
  const texts = boxes.map((box) => Array.from(box.querySelectorAll('.kind,.name,.state'), (part) => part.textContent)
    .join(' ').toLowerCase());
  const sift = () => {
    const words = filter.value.toLowerCase().split(' ').filter(Boolean);
    boxes.forEach((box, index) => { box.hidden = !words.every((word) => texts[index].includes(word)); });
    document.querySelectorAll('.lane').forEach((lane) => { lane.hidden = !lane.querySelector('.box:not([hidden])'); });
    byId('shown').textContent = words.length ? boxes.filter((box) => !box.hidden).length + ' of ' + boxes.length : '';
    draw();
  };
  filter.addEventListener('input', sift);
  document.querySelector('.tools').hidden = false;
  addEventListener('resize', draw);
  draw();
})();
`;
