-- Curves no longer lie where no value is possible, such as pauses below zero. The first reader draws them again.
update population_samples set box = null, curve = null, sketch = null where curve is not null;
