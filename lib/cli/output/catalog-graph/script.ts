/**
 * What the page of a graph does beside being read: what leads to a version and what it leads to, by pointing and by keys; size; filter. It
 * makes no markup of texts, and stores nothing. Without it the lists below the pictures say the same.
 */
export const GRAPH_SCRIPT = `
(function () {
  const byId = (id) => document.getElementById(id);
  const details = byId('details'), shownOf = details.querySelector('ul'), most = 8;
  const hide = () => {
    details.hidden = true;
    document.querySelectorAll('.picture.on').forEach((picture) => picture.classList.remove('on'));
    document.querySelectorAll('.at,.near,.to,.strong').forEach((part) => part.classList.remove('at', 'near', 'to', 'strong'));
  };
  const setUp = (channel) => {
    const picture = channel.querySelector('.picture'), canvas = picture.parentElement, zoom = channel.querySelector('.zoom');
    const nodes = Array.from(picture.querySelectorAll('.node')), edges = Array.from(picture.querySelectorAll('.edge'));
    const from = nodes.map((node) => new Set(node.dataset.from.split(' ').filter(Boolean).map(Number)));
    const ends = edges.map((edge) => edge.dataset.ends.split(' ').map(Number));
    const entries = Array.from(channel.querySelectorAll('li[data-box]'));
    const show = (at) => {
      hide();
      picture.classList.add('on');
      nodes.forEach((node, index) => {
        const leads = from[index].has(at);
        node.classList.toggle('at', index === at);
        node.classList.toggle('to', leads);
        node.classList.toggle('near', leads || from[at].has(index));
      });
      edges.forEach((edge, index) => edge.classList.toggle('strong', ends[index].includes(at)));
      const own = entries.filter((entry) => entry.dataset.box === String(at));
      shownOf.replaceChildren(...own.slice(0, most).map((entry) => entry.cloneNode(true)));
      if (own.length > most) {
        const rest = document.createElement('li');
        rest.textContent = 'and ' + (own.length - most) + ' more: see the list below the picture';
        shownOf.append(rest);
      }
      details.hidden = false;
    };
    let chosen = -1;
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const next = (at, way) => {
      const [x, y] = middle(nodes[at]);
      let best = at, least = Infinity;
      nodes.forEach((node, index) => {
        const [a, b] = middle(node);
        const ahead = (a - x) * way[0] + (b - y) * way[1], aside = Math.abs((a - x) * way[1]) + Math.abs((b - y) * way[0]);
        if (index !== at && ahead > 4 && ahead + 2 * aside < least) { least = ahead + 2 * aside; best = index; }
      });
      return best;
    };
    nodes.forEach((node, index) => {
      node.setAttribute('tabindex', index === 0 ? '0' : '-1');
      node.addEventListener('mouseenter', () => show(index));
      node.addEventListener('mouseleave', () => { if (chosen === -1) hide(); else show(chosen); });
      node.addEventListener('focus', () => {
        nodes.forEach((other) => other.setAttribute('tabindex', other === node ? '0' : '-1'));
        chosen = index;
        show(index);
      });
      node.addEventListener('blur', () => { chosen = -1; hide(); });
      node.addEventListener('keydown', (event) => {
        const ends = { Home: 0, End: nodes.length - 1 };
        const to = ways[event.key] ? next(index, ways[event.key]) : ends[event.key] ?? index;
        if (to === index) return;
        event.preventDefault();
        nodes[to].focus();
      });
    });
    const [width, height] = ['width', 'height'].map((name) => Number(picture.getAttribute(name)));
    let scale = 1;
    const resize = (wanted) => {
      scale = Math.min(3, Math.max(0.2, wanted));
      picture.setAttribute('width', String(width * scale));
      picture.setAttribute('height', String(height * scale));
      zoom.textContent = Math.round(scale * 100) + ' %';
    };
    const steps = {
      smaller: () => resize(scale / 1.25), larger: () => resize(scale * 1.25), fit: () => resize((canvas.clientWidth - 8) / width),
    };
    channel.querySelectorAll('[data-zoom]').forEach((button) => button.addEventListener('click', steps[button.dataset.zoom]));
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey) return;
      if (event.key === '+') steps.larger();
      if (event.key === '-') steps.smaller();
    });
  };
  document.querySelectorAll('.channel').forEach(setUp);
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') hide(); });
  byId('close').addEventListener('click', hide);
  document.querySelectorAll('.tools').forEach((tools) => { tools.hidden = false; });
  const filter = byId('filter');
  if (filter) {
    const packages = Array.from(document.querySelectorAll('.package'));
    const texts = packages.map((one) => one.textContent.toLowerCase());
    filter.addEventListener('input', () => {
      const words = filter.value.toLowerCase().split(' ').filter(Boolean);
      packages.forEach((one, index) => { one.hidden = !words.every((word) => texts[index].includes(word)); });
      byId('shown').textContent = words.length ? packages.filter((one) => !one.hidden).length + ' of ' + packages.length : '';
    });
  }
  const open = () => {
    const target = byId(location.hash.slice(1));
    if (target) target.querySelectorAll(':scope>details').forEach((one) => { one.open = true; });
  };
  addEventListener('hashchange', open);
  open();
})();
`;
